"""An agent for `molehill arena`, in 30 lines: it plays at random, but never passes if it can do something.

    molehill arena honeymoon --agent fair --agent "mine=python examples/arena_agent.py"

It reads one JSON object a line and answers `hello` and `decide`. Put your own idea into `choose`.
"""

import json
import random
import sys


def choose(view, legal):
    """One of the legal moves, for a seat that sees this."""
    return random.choice([move for move in legal if move["do"] != "pass"] or legal)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "ready"}
        elif message["type"] == "decide":
            answer = {"move": choose(message["view"], message["legal"])}
        else:
            continue  # "start" and "end" want no answer
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
