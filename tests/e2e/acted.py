"""The taps by which players act a script out on their phones, as the page asks for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from playwright.async_api import Locator, expect

from rules.position import ICONS
from tests.e2e.looking import button, settled
from tests.e2e.phones import SEEN_MS, Phone, Phones, until
from tests.rules.worded import entries
from tests.worlds.bot_scripts import Script, Step

Look = Callable[[Phone], Awaitable[None]]
"""Looks at a phone that has just said something."""


def shown(words: str) -> str:
    """What the page says in English, by the name of the words."""
    return entries()[f"ui.{words}"][0]


MEMBERS = {
    shown(f"ask.{title}"): member
    for title, member in (
        ("color", "color"),
        *((purpose, "target") for purpose in ("attack", "trade", "hits", "hits_and_trades")),
        ("with", "with"),
        ("carry_out", "carry_out"),
        ("icon", "icon"),
        ("towers", "towers"),
        ("rule", "rule"),
        ("guilty", "guilty"),
        ("cards", "cards"),
    )
}
"""What a question of the page is after, by its title."""
OTHER_TITLE = """(title) => document.querySelector(".ask h2")?.textContent !== title"""
GAPS_MS = (30, 100, 250, 550)
"""Between two taps of quick fingers."""
QUICK = 0.5
"""So often quick fingers tap a key twice."""
FEW, MORE = 24, 60
"""With fewer cards in the launcher, so many more are put into it."""


class Acting:
    """Everybody's fingers."""

    def __init__(self, table: Phones, fingers: Random | None = None) -> None:
        """``fingers``: quick ones, which tap keys twice that are to be tapped once."""
        self.taps = 0
        self._rules: list[str] = []
        """What is written on the Customizables."""
        self._table = table
        self._fingers = fingers
        self._phones = {phone.player: phone for phone in table.all if phone.player}

    async def play(self, script: Script, look: Look | None = None) -> None:
        """Begin the game and act it all out. Each command is done once, and nothing else is."""
        table = self._table
        table.evening.draws = script.draws
        written = script.game["options"].get("customizable", ())
        self._rules = [rule["text"] for rule in written]
        await table.start(**script.game)
        await table.seen()
        for step in script.steps:
            phone = self._phones[actor(step)]
            await settled(phone.page, table)
            await self._said(phone, step)
            assert table.evening.state == step.after, step.command
            if look is not None:
                await look(phone)
        await table.settled()
        assert table.evening.state == script.steps[-1].after

    async def _said(self, phone: Phone, step: Step) -> None:
        """Say a command, and wait until it is done; none is refused."""

        def newest() -> int:
            return self._table.evening.table.record.moments[-1].seq

        before = newest()
        await self._say(phone, step)
        await until(lambda: newest() > before or refusals(phone) != [], f"{step.command} is done")
        assert refusals(phone) == [], (step.command, await phone.notice())

    async def _say(self, phone: Phone, step: Step) -> None:
        command, page = step.command, phone.page
        match command["do"]:
            case "turn_up" | "dealer_draw":
                await self._tap(phone, card_key(phone, command["card"]))
            case "uno" | "catch" as word:
                await self._tap(phone, page.locator(f".dock-{word}"))
            case "count":
                await self._count(phone, step)
            case "reload":
                either = [button(page, shown(one)) for one in ("deed.reload", "drawpile.shuffle")]
                await self._tap(phone, either[0].or_(either[1]))
            case "color" | "choose":
                await self._answer(phone, step)
            case "play":
                await self._play(phone, step)
            case _ if step.is_press:
                await self._press(phone, command)
            case "draw":
                await self._draw(phone, step)
            case word:
                await self._tap(phone, button(page, shown(f"deed.{word}")))
                await self._answer(phone, step)

    async def _tap(self, phone: Phone, key: Locator, *, builds: bool = False) -> None:
        """Tap a key, with quick fingers perhaps twice; ``builds``: each tap of it counts."""
        self.taps += 1
        if self._fingers is None or builds or self._fingers.random() > QUICK:
            await key.tap()
        else:
            await expect(key).to_be_enabled()
            place = await phone.place(key)
            async with self._table.paused(phone):
                await phone.tap(place)
                await phone.page.clock.run_for(self._fingers.choice(GAPS_MS))
                await phone.tap(place)
            self.taps += 1
        await phone.page.clock.run_for(SEEN_MS)

    async def _press(self, phone: Phone, command: dict[str, Any]) -> None:
        launcher = self._table.evening.launcher
        if launcher.rig.cards_in_hopper < FEW:
            launcher.rig.load(MORE)
        launcher.sticking = command.get("sticking", 0)
        await self._tap(phone, phone.page.locator(".presser"))

    async def _play(self, phone: Phone, step: Step) -> None:
        command, position = step.command, step.before.position
        card = command["card"]
        quick = f'.wild-color[data-card="{card}"][data-calls="{command.get("color")}"]'
        wild = phone.page.locator(quick)
        if command["by"] != position.name(position.turn or 0):
            await self._tap(phone, phone.page.locator(".deeds button"))
        elif await wild.count():
            await self._tap(phone, wild)
        else:
            await self._tap(phone, card_key(phone, card))
        await self._answer(phone, step)

    async def _draw(self, phone: Phone, step: Step) -> None:
        owed = step.before.position.owed
        if step.command["cards"] == ((owed[0].hits or 1) if owed else 1):
            await self._tap(phone, phone.page.locator(".at-pile button").first)
            return
        await self._tap(phone, button(phone.page, shown("deck.draw_fewer")))
        await self._answer(phone, step)

    async def _count(self, phone: Phone, step: Step) -> None:
        cards = step.before.position.setup.edition.cards
        for card in step.command["cards"]:
            key = phone.page.locator(f'.own-tapping [data-kind="{cards[card].kind.id}"]')
            await self._tap(phone, key, builds=True)
        await self._tap(phone, phone.page.locator(".own-tapping .choices button").first)

    async def _answer(self, phone: Phone, step: Step) -> None:
        """Answer what the page asks, one question after the other, until it asks nothing more."""
        title = phone.page.locator(".ask h2")
        while await title.count():
            asked = await title.inner_text()
            await self._choose(phone, MEMBERS[asked], step)
            await phone.page.wait_for_function(OTHER_TITLE, arg=asked)

    async def _choose(self, phone: Phone, member: str, step: Step) -> None:
        ask, value = phone.page.locator(".ask"), step.command.get(member)
        match member, value:
            case "with", cards:
                for card in cards or ():
                    key = ask.locator(f'.pick[data-card="{card}"]')
                    await self._tap(phone, key, builds=True)
                await self._tap(phone, ask.locator(".under button").first)
            case "towers", icons:
                for icon in icons or ():
                    await self._tap(phone, ask.locator("[aria-pressed]").nth(ICONS.index(icon)))
                await self._tap(phone, ask.locator(".choices > button:not([aria-pressed])"))
            case "color", color:
                await self._tap(phone, ask.locator(f'button[data-color="{color}"]'))
            case "cards", number:
                await ask.locator("input").fill(str(number))
                await self._tap(phone, button(phone.page, shown("ask.confirm")))
            case _:
                await self._tap(phone, button(phone.page, self._words(member, value)))

    def _words(self, member: str, value: Any) -> str:
        """What stands on the key of an answer."""
        match member, value:
            case "guilty", bool():
                return shown("ask.yes" if value else "ask.no")
            case "carry_out", _:
                return shown("ask.yes_carry_out" if value is None else "ask.no_leave_out")
            case "rule", None:
                return shown("ask.no_rule")
            case "rule", number:
                return str(self._rules[number - 1])
            case _, None:
                return shown("ask.leave_out")
            case _:
                return str(value)


def actor(step: Step) -> str:
    """On whose phone a command is said."""
    command, position = step.command, step.before.position
    if "by" in command or "player" in command:
        return str(command.get("by", command.get("player")))
    seat = position.dealer if position.turn is None else position.turn
    return position.name(seat or 0)


def card_key(phone: Phone, card: str) -> Locator:
    """The key of a card."""
    return phone.page.locator(f'.own-keys .pick[data-card="{card}"]')


def refusals(phone: Phone) -> list[str]:
    """The codes of what a phone was refused."""
    return [str(one.get("code")) for one in phone.answers if one["status"] >= 400]
