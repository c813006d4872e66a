"""A bot for Whistlestop: it builds the cheapest ways of its tickets. docs/bots.md explains the messages."""
import heapq
import json
import sys

def cheapest_way(edition, seat, ticket):
    """The routes still to be claimed on the way that costs the fewest trains."""
    queue, seen = [(0, ticket["a"], [])], set()
    while queue:
        cost, city, way = heapq.heappop(queue)
        if city == ticket["b"]:
            return way
        seen.add(city)
        for number, route in enumerate(edition["routes"]):
            other = {route["a"]: route["b"], route["b"]: route["a"]}.get(city)
            if other and other not in seen and number in seat["routes"] + seat["open"]:
                new = [] if number in seat["routes"] else [number]
                heapq.heappush(queue, (cost + len(new) * route["length"], other, way + new))
    return []

def choose(edition, view, legal):
    seat, tickets = view["seats"][view["viewer"]["seat"]], edition["tickets"]
    wanted = {route for number in view["tickets"] for route in cheapest_way(edition, seat, tickets[number])}
    needed = {edition["routes"][route]["color"] for route in wanted} | {"locomotive"}
    def worth(action):
        if action["do"] == "claim_route":
            points = action["points"] - action["payment"].get("locomotive", 0)
            return points + 100 if action["route"] in wanted else -1 if wanted else points
        if action["do"] == "keep_tickets":
            return -sum(tickets[number]["points"] for number in action["kept"])
        card = 8 if action.get("card") in needed else 4
        return {"take_from_row": card, "draw_blind": 6, "draw_tickets": -2}.get(action["do"], -3)
    return max(range(len(legal)), key=lambda index: worth(legal[index]))

if __name__ == "__main__":
    for message in map(json.loads, sys.stdin):
        if message["type"] == "hello":
            edition = message["edition"]
        elif message["type"] == "decide":
            print(json.dumps({"index": choose(edition, message["view"], message["legal"])}), flush=True)
