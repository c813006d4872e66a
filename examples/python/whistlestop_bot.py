#!/usr/bin/env python3
"""A bot for Whistlestop: it builds the cheapest ways of its tickets. docs/bots.md explains the messages."""
import heapq
import json
import sys


def cheapest_way(edition, seats, me, a, b):
    """The routes still to be claimed on the way from a to b that costs the fewest trains."""
    queue, seen = [(0, a, [])], set()
    while queue:
        cost, city, way = heapq.heappop(queue)
        if city == b:
            return way
        if city in seen:
            continue
        seen.add(city)
        for number, route in enumerate(edition["routes"]):
            if city not in (route["a"], route["b"]):
                continue
            other = route["b"] if city == route["a"] else route["a"]
            if number in seats[me]["routes"]:
                heapq.heappush(queue, (cost, other, way))
            elif number in seats[me]["open"]:
                heapq.heappush(queue, (cost + route["length"], other, way + [number]))
    return []


def choose(edition, view, legal):
    me = view["viewer"]["seat"]
    tickets = [edition["tickets"][number] for number in view["tickets"]]
    ways = [cheapest_way(edition, view["seats"], me, t["a"], t["b"]) for t in tickets]
    wanted = {route for way in ways for route in way}
    needed = {edition["routes"][route]["color"] for route in wanted}

    def worth(action):
        if action["do"] == "claim_route":
            if action["route"] in wanted:
                return 100 + action["points"] - action["payment"].get("locomotive", 0)
            return action["points"] if not wanted else -1
        if action["do"] == "take_from_row":
            return 8 if action["card"] in needed | {"locomotive"} else 4
        if action["do"] == "keep_tickets":
            return -sum(edition["tickets"][number]["points"] for number in action["kept"])
        return {"draw_blind": 6, "draw_tickets": -2}.get(action["do"], -3)

    return max(range(len(legal)), key=lambda index: worth(legal[index]))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        edition = message["edition"]
    elif message["type"] == "decide":
        print(json.dumps({"index": choose(edition, message["view"], message["legal"])}), flush=True)
