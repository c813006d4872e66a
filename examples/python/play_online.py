"""Lets the bot beside it play at a server, at every table its token's player sits at. docs/bots.md explains the messages."""
import argparse
import json
import sys
import urllib.error
import urllib.request

from whistlestop_bot import choose


def play(server, token, table, games):
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
    parser.add_argument("--server", required=True, help="such as http://127.0.0.1:8080")
    parser.add_argument("--token", required=True, help="from POST /api/v1/tokens")
    parser.add_argument("--table", help="the id of a table at which to sit down first")
    parser.add_argument("--games", type=int, default=0, help="stop after so many games; 0 is never")
    options = parser.parse_args()
    play(options.server.rstrip("/"), options.token, options.table, options.games)
