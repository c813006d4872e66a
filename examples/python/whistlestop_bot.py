#!/usr/bin/env python3
"""A bot for Whistlestop: it builds the cheapest ways of its tickets. docs/bots.md explains the messages.

Without arguments it plays over its standard input and output, for `whistlestop arena`. With --server it plays over the
network, at every table its token's player sits at.
"""
import argparse
import heapq
import json
import sys
import urllib.error
import urllib.request


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


def play_over_pipe():
    edition = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            edition = message["edition"]
        elif message["type"] == "decide":
            print(json.dumps({"index": choose(edition, message["view"], message["legal"])}), flush=True)


def play_over_network(server, token, table, games):
    def call(method, path, body=None):
        headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(server + "/api/v1" + path, data, headers, method=method))

    if table:
        seats = json.load(call("GET", f"/tables/{table}"))["seats"]
        free = next(seat["seat"] for seat in seats if seat["sitter"]["type"] == "nobody")
        call("PUT", f"/tables/{table}/seats/{free}", {"type": "sit"})
    editions = {}
    for line in call("GET", "/bot/stream"):
        if not line.strip():
            continue  # a sign of life
        message = json.loads(line)
        at = message["table"]
        if message["type"] == "hello":
            editions[at] = message["edition"]
        elif message["type"] == "decide":
            index = choose(editions[at], message["view"], message["legal"])
            answer = {"seat": message["seat"], "seq": message["seq"], "index": index}
            try:
                call("POST", f"/tables/{at}/answer", answer)
            except urllib.error.HTTPError as refused:
                print("refused:", refused.read().decode(), file=sys.stderr)
        elif message["type"] == "game_over":
            mine = message["standings"][message["seat"]]
            print(f"rank {mine['rank']} with {mine['total']} points", flush=True)
            games -= 1
            if games == 0:
                return


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", help="such as http://127.0.0.1:8080")
    parser.add_argument("--token", help="from POST /api/v1/tokens")
    parser.add_argument("--table", help="the id of a table at which to sit down first")
    parser.add_argument("--games", type=int, default=0, help="stop after so many games; 0 is never")
    options = parser.parse_args()
    if options.server:
        play_over_network(options.server.rstrip("/"), options.token, options.table, options.games)
    else:
        play_over_pipe()
