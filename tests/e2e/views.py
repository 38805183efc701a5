"""Every view of the page, as a table and the taps that lead to it.

One list for whoever looks at all of them: at what is cut off, with axe-core, for pictures.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.async_api import Page

from tests.e2e.groups import group, statistics
from tests.e2e.looking import button, settled
from tests.e2e.page_server import (
    ANYBODY,
    FAIRNESS,
    JSON,
    NO_GAME,
    PageServer,
    offer,
    refused,
    ruling,
    way_in,
)
from tests.e2e.past import past_course, past_game
from tests.e2e.room import room
from tests.e2e.told import RED_7, hit, play, sets, told
from tests.worlds.evening import OWN_WIFI

Players = tuple[str, ...]

TWO = ("Ann", "Bo")
THREE = (*TWO, "Cy")
TEN = (
    "Ann",
    "Bo",
    "Cy",
    "Dorothea-Wilhelmina von Hohenstein",
    "Eve",
    "F",
    "Featherstonehaugh-Cholmondeley",
    "Maximilian",
    "Ida-Marie",
    "Jan van der Berg",
)
SIZES = {
    "small-phone": (320, 568),
    "small-phone-across": (568, 320),
    "common-phone": (360, 640),
    "common-phone-across": (640, 360),
    "phone": (390, 844),
    "phone-across": (844, 390),
    "tablet": (1024, 768),
    "tablet-upright": (820, 1180),
    "screen": (1920, 1080),
}
TEXTS_PCT = (100, 200)
"""How large people set the text in their browser."""
COLORS = ("Red", "Yellow", "Green", "Blue")
START, PRESS = ("Start the game",), ("Press the launcher",)
BLOCKED, JAM = "SENSOR_BLOCKED", "JAM"
HUNG_UP = {"key": "launcher.hung_up", "values": {}}
REFUSAL = refused("refusal.hit_has_begun", "LCH-9", hit=17)
LONG_ANSWERS: JSON = {"stacking": "up", "own_hits": "until_cards"}
"""The house options whose answers are the longest."""
HOUSE_RULES: list[JSON] = [
    {"text": "Everybody hits once", "effects": [{"hits": 1, "who": "others"}]},
    {"text": "Swap hands with anybody, and sing", "effects": ["trade"]},
]

CARD = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="108" height="135" viewBox="0 0 108 135">'
    b'<rect width="108" height="135" fill="#1a4738"/></svg>'
)
"""A picture of a game."""
GROUPS = ("Friday people", "The family and everybody who is staying over", "Club", "Us")
IN_ORDER = FAIRNESS | {
    "game": FAIRNESS["game"]
    | {
        "seed": 32 * "5e",
        "report": {
            "in_order": True,
            "remarks": [{"key": "fairness.all_drawn", "values": {"n": 12}}],
            "hits": [],
        },
    }
}
"""Of a game that is over, and whose draws are proved."""
PRACTICE: JSON = {
    "practice": "5e",
    "player": "Ann",
    "steps": [
        {
            "number": 2,
            "events": [ruling("ruling.begins", player="Ann")],
            "state": told(TWO, RED_7)["state"],
            "hand": ["red-3", "red-skip", "yellow-8", "blue-4", "blue-hit-2", "wild"],
            "moment": "play",
        }
    ],
    "legal": [
        offer("play", by="Ann", card="red-3"),
        offer("play", by="Ann", card="red-skip"),
        offer("play", "color", by="Ann", card="wild"),
        offer("hit", by="Ann"),
    ],
}
"""A round for practice, at the person's turn."""
BACK, BARS = ("Back to the table",), ".evenings .chart-name"
FOLD = "(open) => document.querySelectorAll('details').forEach((one) => { one.open = open; })"


class View(NamedTuple):
    """``taps`` are the buttons that lead there from the table that is shown."""

    shown: JSON
    taps: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    """The main action's buttons; none where people only look, or play a card."""
    refusal: JSON | None = None
    """What every command is answered."""
    lost: bool = False
    """The referee is gone."""
    groups: tuple[str, ...] = ()
    """The names of groups of people."""
    comes: str = ""
    """Selects what a tap has the page ask the referee for: it comes later than the buttons."""


async def fold(page: Page, *, up: bool) -> None:
    """Fold up whatever can be, or unfold it."""
    await page.evaluate(FOLD, not up)


async def look_at(
    page: Page, server: PageServer, view: View, *, folded: bool = False, me: JSON = ANYBODY
) -> None:
    """Lead the page to a view; whatever can be unfolded is.

    With ``folded`` it is not, as people find it, except for what a tap on the way needs. ``me`` is
    who the device is; the page asks for it when it is loaded.
    """
    server.come_back()
    players = view.shown["game"]["players"] if view.shown["game"] else THREE
    server.reset([group(n, name, *players) for n, name in enumerate(view.groups)])
    server.me = me
    server.found |= way_in(OWN_WIFI)
    server.answers["/api/practice"] = (200, PRACTICE)
    server.found["/api/settings"] = room(view.groups[-1] if view.groups else None)
    server.found["/api/statistics"] = statistics(players, 5)
    server.found["/api/games/4/card.svg"] = CARD
    server.found["/api/games"] = [
        past_game(4, *players, on_table=True),
        past_game(3, *players, over=True, winner=players[1]),
        past_game(2, *players[:2]),
        past_game(1, *players, deleted=True),
    ]
    server.found["/api/games/3"] = past_course(past_game(3, *players, over=True, winner=players[1]))
    if view.refusal:
        server.answers["/api/commands"] = (409, view.refusal)
    server.show(view.shown)
    await settled(page, server)
    await page.evaluate("scrollTo(0, 0)")
    if await button(page, "All right").is_visible():  # of the view before
        await button(page, "All right").click()
    await fold(page, up=folded)
    for tap in view.taps:
        folded_too = page.get_by_role("button", name=tap, exact=True, include_hidden=True)
        await folded_too.first.wait_for(state="attached")
        if not await button(page, tap).first.is_visible():
            await fold(page, up=False)
        await button(page, tap).first.click()
        if not folded:
            await fold(page, up=False)
    for name in view.main:
        await button(page, name).first.wait_for()
    if view.comes:
        await page.locator(view.comes).first.wait_for()
        if not folded:
            await fold(page, up=False)
    if view.lost:
        server.leave()
        await page.locator('main[data-lost="true"]').wait_for()


def views(players: Players) -> dict[str, View]:
    """Every view, by its name; of two players, nobody has to say who of the others caught one."""
    every = {
        **_around_the_game(players),
        **_in_play(players),
        **_at_the_launcher(players),
        **_of_editions(players),
    }
    return {name: view for name, view in every.items() if len(players) > 2 or name != "who caught"}


def _round(players: Players, winner: str) -> list[JSON]:
    """A short round, up to its score."""
    others = [name for name in players if name != winner]
    count = [
        {"do": "count", "player": name, "points": 20 + 10 * at} for at, name in enumerate(others)
    ]
    return [RED_7, sets(turn=winner, hands={winner: 1}), play(winner, "red-3"), *count]


def _inside(players: Players, cards: int, *, lie: int = 1) -> JSON:
    """So many are left in the launcher, some lie face up, and the dealer holds the rest."""
    others = dict.fromkeys(players[1:], 7)
    return sets(hands=others | {players[0]: 112 - lie - cards - 7 * len(others)})


def with_draws(players: Players, **more: Any) -> JSON:
    """Everybody has drawn once without a game; ``waits_for`` draws next."""
    waits_for = more.get("waits_for")
    due = {"number": 20, "by": waits_for, "owner": waits_for, "stage": "armed"}
    launcher = NO_GAME["launcher"] | {"hit": due | {"requested": None, "out": 0}}
    drawn = [
        {"player": name, "cards": n % 13, "uncertain": n % 2, "confirmed": False, "named": True}
        for n, name in enumerate(players)
    ]
    draws = {
        "session": 3,
        "begun_s": 1_790_000_000,
        "over": False,
        "waits_for": None,
        "cards": None,
        "tally": [{"player": name, "draws": 1, "cards": n} for n, name in enumerate(players)],
        "drawn": drawn,
        "fairness": FAIRNESS["game"],
    }
    return NO_GAME | {"draws": draws | more} | ({"launcher": launcher} if waits_for else {})


def _around_the_game(players: Players) -> dict[str, View]:
    second, third = players[1], players[2 % len(players)]
    in_play = told(players, RED_7)
    one_round = _round(players, second)
    again: list[JSON] = [{"do": "next_round"}]
    three_rounds = [*one_round, *again, *_round(players, third), *again, *one_round]
    a_round = sum(command.get("points", 0) for command in one_round)
    everybody = told(players, *one_round, target=a_round)
    everybody["state"] |= {"phase": "game_over", "winner": list(players)}
    counting = told(players, *one_round[:3])
    return {
        "set up": View(NO_GAME, main=START),
        "house rules": View(
            told(players, edition="extreme", options=LONG_ANSWERS | {"customizable": HOUSE_RULES}),
            ("More", "New game"),
            main=START,
        ),
        "a slip": View(
            told(players, edition="extreme"),
            ("More", "New game", "Write a rule on a card", "Add an effect to rule 1", *START),
            main=START,
        ),
        "practice": View(NO_GAME, ("Try a round",), main=("Press the launcher",)),
        "practice, a colour": View(NO_GAME, ("Try a round", "Wild"), main=("Blue",)),
        "draws to begin": View(in_play, ("More", "Deal cards without a game"), main=("Begin",)),
        "draws": View(with_draws(players), main=("Give this many",)),
        "draws armed": View(
            with_draws(players, waits_for=second, cards=12), main=("Press", "Take back")
        ),
        "draws over": View(
            with_draws(players, over=True, fairness=IN_ORDER["game"]), main=("Draw again",)
        ),
        "who deals": View(told(players, dealer=None), main=players),
        "turn up": View(told(players)),
        "count": View(counting, main=(f"Count the points of {players[0]}",)),
        "card keyboard": View(
            counting,
            (f"Tap the cards of {third}", "3, 3 points", "Wild, 50 points"),
            main=(f"Count the cards of {third}",),
        ),
        "scores": View(told(players, *three_rounds, target=3 * a_round), main=("Next round",)),
        "won": View(told(players, *three_rounds, target=2 * a_round), main=("Same seats again",)),
        "won by all": View(everybody, main=("Same seats again",)),
        "more": View(in_play, ("More",), main=("Correct something",)),
        "put right": View(in_play, ("More", "Correct something"), main=("Set",)),
        "new game": View(in_play, ("More", "New game"), main=START),
        "cards explained": View(in_play, ("More", "What the cards do"), main=("Close",)),
        "connect a phone": View(in_play, ("More", "Connect a phone"), BACK, comes=".join li"),
        "past games": View(in_play, ("More", "Past games"), BACK, comes=".games li"),
        "a past game": View(
            in_play, ("More", "Past games", "Look at game 3"), main=("Back to the list",)
        ),
        "play on": View(
            in_play,
            ("More", "Past games", "Play on in game 2"),
            main=("Play on in game 2 now",),
        ),
        "groups": View(NO_GAME, main=START, groups=GROUPS),
        "evenings": View(in_play, ("More", "Evenings"), BACK, groups=GROUPS, comes=BARS),
        "every evening": View(
            in_play, ("More", "Evenings", "All games"), BACK, groups=GROUPS, comes=BARS
        ),
        "a group goes": View(in_play, ("More", "Evenings", f"Delete {GROUPS[1]}"), groups=GROUPS),
        "a game goes": View(in_play, ("More", "Past games", "Delete game 2")),
        "draws in order": View(told(players, *one_round, target=a_round) | {"fairness": IN_ORDER}),
        "a picture": View(
            told(players, *three_rounds, target=2 * a_round),
            ("Keep a picture",),
            main=("Keep picture",),
        ),
        "settings": View(in_play, ("More", "Settings"), BACK, comes=".room .panel"),
        "settings of a group": View(
            in_play, ("More", "Settings", GROUPS[1]), BACK, groups=GROUPS[:2], comes=".room .panel"
        ),
        "who leaves": View(in_play, ("More", "A player leaves"), main=players),
        "who joins": View(
            told(players[:9], *_round(players[:9], second)),
            ("More", "A player joins"),
            main=("Go on",),
        ),
    }


def _in_play(players: Players) -> dict[str, View]:
    second, third, last = players[1], players[2 % len(players)], players[-1]
    in_play = told(players, RED_7)
    others = tuple(name for name in players if name != second)
    uncalled = told(players, RED_7, sets(hands={second: 2}), play(second, "red-3"))
    doubts = [
        {"hit": 10 + n, "by": name, "owner": name, "cards": 4, "uncertain": n + 1}
        for n, name in enumerate(players[:4])
    ]
    return {
        "play": View(in_play),
        "first wild": View(told(players, {"do": "turn_up", "card": "wild"}), main=COLORS),
        "reload due": View(
            told(players, RED_7, play(second, "red-3"), _inside(players, 5, lie=2)),
            main=("Reload the launcher",),
        ),
        "to the right": View(told(players, RED_7, play(second, "red-reverse"), sets(turn=last))),
        "uno due": View(uncalled, main=("Catch",)),
        "a player": View(uncalled, (f"{second} 1 card 0 points",), main=(f"Catch {second}",)),
        "who caught": View(uncalled, ("Catch",), main=others),
        "colours": View(in_play, ("Wild",), main=COLORS),
        "whom": View(in_play, ("Red Trade Hands",), main=others),
        "laid under": View(
            in_play, ("Red Discard All", "Red 3", "Red Skip"), main=("Play this card and 2 more",)
        ),
        "doubts": View(told(players, RED_7, doubts=doubts), main=(f"Recount {len(doubts)} hands",)),
        "one doubt": View(
            told(players, RED_7, doubts=doubts[1:2]), main=(f"Recount {second}'s hand",)
        ),
        "discrepancy": View(told(players, RED_7, _inside(players, 2), hit(second, 5))),
        "recounts": View(
            told(players, RED_7, doubts=doubts),
            (f"Recount {len(doubts)} hands",),
            main=("4 is right",),
        ),
        "refused": View(in_play, ("Red 3",), refusal=REFUSAL, main=("All right",)),
        "refused in doubt": View(
            told(players, RED_7, doubts=doubts),
            ("Red 3",),
            refusal=REFUSAL,
            main=(f"Recount {len(doubts)} hands", "All right"),
        ),
        "lost": View(in_play, lost=True),
        "long turn": View(told(players, RED_7, sets(turn=max(players, key=len)))),
        "uno called": View(
            told(
                players,
                RED_7,
                sets(hands={second: 2}),
                {"do": "uno", "by": second},
                play(second, "red-3"),
                sets(turn=third),
            )
        ),
    }


def _at_the_launcher(players: Players) -> dict[str, View]:
    second = players[1]
    all_hit = (RED_7, play(second, "wild-all-hit", color="blue"))

    def at(stage: str, *faults: str, **more: Any) -> JSON:
        return told(
            players, *all_hit, launcher={"hit": {"stage": stage, **more}, "faults": [*faults]}
        )

    def weighs(low: int, high: int, off: JSON | None = None) -> JSON:
        inside = {"cards": low + 1, "low": low, "high": high}
        return told(players, RED_7, launcher={"scale": {"inside": inside, "off": off}})

    empty = told(
        players, RED_7, _inside(players, 0), launcher={"scale": {"inside": None, "off": None}}
    )
    return {
        "weighed": View(weighs(66, 68), ("More",)),
        "weighed empty": View(empty, ("More",)),
        "weighs otherwise": View(
            weighs(61, 63, {"low": -3, "high": -1}),
            main=("Weight and card count differ",),
        ),
        "the weight": View(
            weighs(61, 63, {"low": 2, "high": 2}),
            ("Weight and card count differ",),
            main=("Correct something",),
        ),
        "hits": View(told(players, *all_hit), main=PRESS),
        "hits until": View(
            told(players, RED_7, play(second, "wild-hit-fire", color="green")), main=PRESS
        ),
        "cards come": View(at("running", requested=7, out=5)),
        "many cards": View(at("running", requested=12, out=12)),
        "empty": View(
            told(players, *all_hit, _inside(players, 0, lie=2)), main=("Reload the launcher",)
        ),
        "fault": View(at("broken", BLOCKED, requested=12, out=12), main=("Clear the fault",)),
        "jam": View(at("broken", JAM, requested=4, out=2), main=("Clear the fault",)),
        "breath": View(at("breath"), main=("Wait, then press the launcher",)),
        "the rest": View(at("armed", requested=4, out=2), main=("Press for 2 more cards",)),
        "to confirm": View(at("confirm", requested=4, out=2), main=("Confirm count",)),
        "two faults": View(
            at("broken", JAM, BLOCKED, requested=4, out=2), main=("Clear the faults",)
        ),
        "no launcher": View(
            told(
                players,
                RED_7,
                launcher={
                    "link": "down",
                    "why": {"key": "launcher.hung_up", "values": {}},
                    "hit": None,
                },
            ),
        ),
        "real launcher": View(told(players, *all_hit, launcher={"simulated": False})),
    }


def _of_editions(players: Players) -> dict[str, View]:
    second, third = players[1], players[2 % len(players)]
    attack = told(players, RED_7, edition="attack-attack")
    extreme = told(players, RED_7, edition="extreme", options={"customizable": HOUSE_RULES})
    grab = told(players, RED_7, edition="power-grab")
    grabbed = told(players, RED_7, edition="power-grab")
    return {
        "attack-attack, play": View(attack),
        "attack-attack, whom": View(attack, ("Wild Attack-Attack", "Blue"), main=players[:1]),
        "extreme, play": View(extreme),
        "extreme, house rule": View(
            extreme, ("Wild Customizable",), main=("No rule, the card is blank",)
        ),
        "extreme, cards": View(extreme, ("More", "What the cards do"), main=("Close",)),
        "power-grab, play": View(grab, main=("Draw a card",)),
        "power-grab, towers": View(grab, ("Red Grab-2-Towers",), main=("No towers",)),
        "power-grab, draws": View(
            told(players, RED_7, play(second, "red-draw-two"), edition="power-grab"),
            main=("Draw 2 cards",),
        ),
        "power-grab, challenge": View(
            told(
                players, RED_7, play(second, "wild-draw-four", color="blue"), edition="power-grab"
            ),
            main=("Draw 4 cards", "Challenge"),
        ),
        "power-grab, drawn": View(
            told(players, RED_7, {"do": "draw", "by": second, "cards": 1}, edition="power-grab"),
            main=("Pass",),
        ),
        "power-grab, held": View(
            grabbed
            | {
                "state": grabbed["state"]
                | {"towers": dict(zip("UNO!", (second, second, third, third), strict=True))}
            },
            main=("Draw a card",),
        ),
        "power-grab, launcher": View(
            told(
                players,
                RED_7,
                play(second, "red-draw-two"),
                edition="power-grab",
                options={"draw_from": "launcher"},
            ),
            main=PRESS,
        ),
        "classic, play": View(told(players, RED_7, edition="classic"), main=("Draw a card",)),
        "classic, challenge": View(
            told(players, RED_7, play(second, "wild-draw-four", color="blue"), edition="classic"),
            main=("Draw 4 cards", "Challenge"),
        ),
        "classic-attack, hits": View(
            told(players, RED_7, play(second, "red-draw-two"), edition="classic-attack"),
            main=PRESS,
        ),
    }
