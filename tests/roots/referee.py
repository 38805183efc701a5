"""Run in a root: a referee over a simulated launcher, for as long as it takes to ask it something.

Usage: referee.py REQUESTS COMMAND...: a JSON list of [address, body] to post, and what starts
``rollerdeck``. Prints the table, as JSON, or what the referee complained of.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request

STATE = "/var/lib/rollerdeck"
AS_THE_UNIT = [
    *("setpriv", "--reuid=rollerdeck", "--regid=rollerdeck", "--clear-groups"),
    *("env", "--chdir=/run/rollerdeck"),
    *(f"STATE_DIRECTORY={STATE}", "RUNTIME_DIRECTORY=/run/rollerdeck", "XDG_CONFIG_HOME=/etc"),
]


def main(requests: str, *command: str) -> int:
    """Start, ask, stop; the referee's own exit code."""
    owned = ["install", "-d", "-o", "rollerdeck", "-g", "rollerdeck", "-m", "0700"]
    subprocess.run([*owned, STATE, "/run/rollerdeck"], check=True)
    play = ["play", "--simulate", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*AS_THE_UNIT, *command, *play],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as referee:
        assert referee.stdout is not None
        said = referee.stdout.readline()
        if " is at " not in said:
            print(said + referee.stdout.read())
            return referee.wait()
        address = said.split(" is at ")[1].split(". ")[0]
        for place, body in json.loads(requests):
            asked = urllib.request.Request(address + place, json.dumps(body).encode())
            asked.add_header("Content-Type", "application/json")
            urllib.request.urlopen(asked).close()
        with urllib.request.urlopen(address + "/api/table") as answer:
            print(answer.read().decode())
        referee.terminate()
        return referee.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
