"""Run in a root: a referee over a simulated launcher, for as long as it takes to ask it something.

Usage: referee.py REQUESTS COMMAND...: a JSON list of [address, body] to post, and what starts
``rollerdeck``. Without a body (null) it is a page, which is fetched with its code, its styles, and
the words of two languages. Prints the table, as JSON, or what the referee complained of.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from urllib.parse import urljoin

STATE = "/var/lib/rollerdeck"
AS_THE_UNIT = [
    *("setpriv", "--reuid=rollerdeck", "--regid=rollerdeck", "--clear-groups"),
    *("env", "--chdir=/run/rollerdeck"),
    *(f"STATE_DIRECTORY={STATE}", "RUNTIME_DIRECTORY=/run/rollerdeck", "XDG_CONFIG_HOME=/etc"),
]

NAMED = re.compile(r'(?:src|href)="([^"#:]+)"')
IMPORTED = re.compile(r'\b(?:from|import) ?"([./][^"]+\.js)"')


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
        try:
            for place, body in json.loads(requests):
                if body is None:
                    fetch_page(address + place)
                    continue
                asked = urllib.request.Request(address + place, json.dumps(body).encode())
                asked.add_header("Content-Type", "application/json")
                urllib.request.urlopen(asked).close()
            table = fetched(address + "/api/table")
        finally:
            referee.terminate()
        print(table)
        return referee.wait()


def fetch_page(address: str) -> None:
    """Fetch what a browser needs to show it in English or German.

    What is missing or empty ends this program.
    """
    page = fetched(address)
    wanted = [urljoin(address, one) for one in NAMED.findall(page)]
    wanted += [urljoin(address, f"words/{language}.json") for language in ("en", "de")]
    seen = set[str]()
    while wanted:
        one = wanted.pop()
        if one in seen:
            continue
        seen.add(one)
        text = fetched(one)
        assert text, one
        if one.endswith(".js"):
            wanted += [urljoin(one, other) for other in IMPORTED.findall(text)]
    assert any("/vendor/" in one or "/assets/app-" in one for one in seen), seen


def fetched(address: str) -> str:
    try:
        with urllib.request.urlopen(address) as answer:
            read: bytes = answer.read()
    except urllib.error.HTTPError as error:
        sys.exit(f"{address}: {error}")
    return read.decode(errors="replace")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
