"""What a player perceives of the page: by a screen reader and ears alone, or by eyes.

Both give the same words, so that one strategy plays the same round with either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from playwright.async_api import CDPSession, Page

EARS = """(() => {
  window.sounds = [];
  class Speaker {
    state = "running";
    currentTime = 0;
    createGain() {
      const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
      return { gain, connect: (to) => to };
    }
    createOscillator() {
      const frequency = { value: 0 };
      const start = () => window.sounds.push(`${frequency.value} Hz`);
      return { frequency, start, stop() {}, connect: (to) => to };
    }
    close() {}
  }
  Object.defineProperty(window, "AudioContext", { value: Speaker });
  const speak = ({ text }) => window.sounds.push(text);
  Object.defineProperty(window, "speechSynthesis", { value: { speak, cancel() {} } });
})()"""
"""The sound log, from the page's first line on: each tone as its pitch, and each text that the
page's voice says."""
CALL = "880 Hz"
"""The first tone by which a phone calls its own player."""

Role = Literal["button", "radio", "switch"]
"""Of what is activated."""
LIVE = ("status", "alert")
BESIDE = ("list Players", "region Launcher", "alert", "group This device")
"""What is no choice of a turn. The calls are perceived by themselves."""
CALLS = "navigation Calls"


@dataclass
class Perceived:
    """A page at one moment."""

    headline: str = ""
    told: list[str] = field(default_factory=list)
    """What is said of the last deed and of what to do."""
    choices: list[str] = field(default_factory=list)
    """What can be activated that belongs to the turn, in alphabetical order."""
    calls: list[str] = field(default_factory=list)
    """What can be activated at any time: UNO, a catch."""
    hands: list[int] = field(default_factory=list)
    """Cards of each player; a phone's own player comes first."""


class Senses(Protocol):
    """A way to perceive a page and to act on it."""

    page: Page
    activations: int

    async def perceive(self) -> Perceived:
        """The page as it is now."""

    async def activate(self, name: str, role: Role = "button") -> None:
        """Activate the button of that name, or what has another role."""

    async def type(self, name: str, text: str) -> None:
        """Go to the text field of that name and type."""


@dataclass
class Node:
    """A node of the accessibility tree."""

    id: int
    role: str
    name: str
    states: dict[str, Any]
    within: dict[int, str]
    """The nodes around it, each by role and name."""

    def is_in(self, *places: str) -> bool:
        """Whether it stands in one of these, each named by role and name."""
        return any(place in places for place in self.within.values())


def _text(raw: dict[str, Any], key: str) -> str:
    return re.sub(r"\s+", " ", str(raw.get(key, {}).get("value", ""))).strip()


class ScreenReader:
    """Reads the accessibility tree, and activates a node without a pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.activations = 0
        self.moves = 0
        """How many nodes a reader passes from one activation to the next."""
        self.heard: list[str] = []
        """What live regions said, each text as it came."""
        self._session: CDPSession | None = None
        self._live: dict[int, list[tuple[int, str]]] = {}
        self._last = 0

    async def nodes(self) -> list[Node]:
        """The tree, in the order in which it is read."""
        if self._session is None:
            self._session = await self.page.context.new_cdp_session(self.page)
        answer = await self._session.send("Accessibility.getFullAXTree")
        raw = {node["nodeId"]: node for node in answer["nodes"]}

        def visit(node: dict[str, Any], within: dict[int, str]) -> Iterator[Node]:
            if not node.get("ignored"):
                states = {
                    one["name"]: one["value"].get("value") for one in node.get("properties", [])
                }
                id_, role = node.get("backendDOMNodeId", 0), _text(node, "role")
                made = Node(id_, role, _text(node, "name"), states, within)
                yield made
                within = within | {id_: f"{role} {made.name}".strip()}
            for child in node.get("childIds", []):
                if child in raw:
                    yield from visit(raw[child], within)

        return list(visit(answer["nodes"][0], {}))

    async def perceive(self) -> Perceived:
        nodes = await self.nodes()
        live = {
            node.id: [n for n in nodes if n.role == "StaticText" and node.id in n.within]
            for node in nodes
            if node.role in LIVE
        }
        texts = {id_: " ".join(text.name for text in inside) for id_, inside in live.items()}
        now = {id_: [(text.id, text.name) for text in inside] for id_, inside in live.items()}
        self.heard += [texts[id_] for id_ in now if texts[id_] and now[id_] != self._live.get(id_)]
        self._live = now
        buttons = [n for n in nodes if n.role == "button" and not n.states.get("disabled")]
        headlines = [n.name for n in nodes if n.role == "heading" and n.states.get("level") == 1]
        players = [n for n in nodes if n.role == "image" and n.is_in("list Players")]
        return Perceived(
            headline=" ".join(headlines),
            told=[text for text in texts.values() if text],
            choices=sorted(n.name for n in buttons if not n.is_in(*BESIDE, CALLS)),
            calls=[n.name for n in buttons if n.is_in(CALLS)],
            hands=[int(n.name.split()[0]) for n in players],
        )

    async def activate(self, name: str, role: Role = "button") -> None:
        await self._call(await self._go(name, role), "function () { this.focus(); this.click(); }")

    async def type(self, name: str, text: str) -> None:
        await self._call(await self._go(name, "textbox"), "function () { this.focus(); }")
        await self.page.keyboard.type(text)

    async def _go(self, name: str, role: Role | Literal["textbox"]) -> Node:
        nodes = await self.nodes()
        names = [node.name if node.role == role else "" for node in nodes]
        places = [at for at, node in enumerate(nodes) if not node.states.get("disabled")]
        places = [at for at in places if names[at] == name]
        assert len(places) == 1, f"{len(places)} of {role} {name}, among {set(names)}"
        (at,) = places
        self.activations += 1
        self.moves += abs(at - self._last)
        self._last = at
        return nodes[at]

    async def _call(self, node: Node, function: str) -> None:
        assert self._session is not None
        resolved = await self._session.send("DOM.resolveNode", {"backendNodeId": node.id})
        called = {"objectId": resolved["object"]["objectId"], "functionDeclaration": function}
        await self._session.send("Runtime.callFunctionOn", called)

    async def focused(self) -> str:
        """Role and name of what has the focus; empty: it is lost."""
        focused = [n for n in await self.nodes() if n.states.get("focused")]
        return " ".join(f"{n.role} {n.name}" for n in focused if n.role != "RootWebArea")

    async def sounds(self) -> list[str]:
        """What sounded and was spoken since it was last asked."""
        return list(await self.page.evaluate("window.sounds.splice(0)"))


NEXT_KEY = """(name) => {
  const { activeElement: here } = document;
  const named = (key) => (key.ariaLabel ?? key.innerText).replace(/\\s+/g, " ").trim();
  if (here !== document.body && !here.matches(":focus-visible")) return "the focus is not seen";
  if (here.matches("button:enabled") && named(here) === name) return "Enter";
  const cards = here.closest('[role="toolbar"]');
  const wanted = [...cards?.querySelectorAll("button") ?? []].find((key) => named(key) === name);
  if (!wanted) return "Tab";
  if (here === cards) return "ArrowRight";
  const [to, from] = [wanted, here].map((key) => key.getBoundingClientRect());
  const down = to.y + to.height / 2 - from.y - from.height / 2;
  if (Math.abs(down) > from.height / 2) return down > 0 ? "ArrowDown" : "ArrowUp";
  return to.x > from.x ? "ArrowRight" : "ArrowLeft";
}"""
MOST_KEYS = 100


class Keyboard(ScreenReader):
    """Goes with Tab, and with arrows among cards, to what it sees; the focus is always seen."""

    async def activate(self, name: str, role: Role = "button") -> None:
        for _ in range(MOST_KEYS):
            key = await self.page.evaluate(NEXT_KEY, name)
            await self.page.keyboard.press(key)
            if key == "Enter":
                self.activations += 1
                return
            self.moves += 1
        raise AssertionError(f"no key leads to {name}")


SEEN = """() => {
  const how = { opacityProperty: true, visibilityProperty: true };
  const hidden = '[aria-hidden="true"]';
  const isSeen = (element) => element.checkVisibility(how) && !element.closest(hidden);
  const words = (element) => element.innerText.replace(/\\s+/g, " ").trim();
  const all = (where) => [...document.querySelectorAll(where)].filter(isSeen);
  const named = (key) => key.ariaLabel ?? words(key);
  const keys = all("main button:enabled");
  const beside = ".seats, .launcher, .dock, .notices, .log, .top";
  return {
    headline: all("h1").map(words).join(" "),
    told: all('[role="status"], [role="alert"]').map(words).filter(Boolean),
    choices: keys.filter((key) => !key.closest(beside)).map(named).sort(),
    calls: keys.filter((key) => key.closest(".dock")).map(named),
    hands: all(".seats .hand").map((hand) => Number(words(hand))),
  };
}"""


class Eyes:
    """Looks at the page, and taps with a finger."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.activations = 0

    async def perceive(self) -> Perceived:
        return Perceived(**await self.page.evaluate(SEEN))

    async def activate(self, name: str, role: Role = "button") -> None:
        self.activations += 1
        key = self.page.locator(":enabled:visible").and_(
            self.page.get_by_role(role, name=name, exact=True)
        )
        await key.tap()

    async def type(self, name: str, text: str) -> None:
        self.activations += 1
        await self.page.get_by_role("textbox", name=name, exact=True).tap()
        await self.page.keyboard.type(text)
