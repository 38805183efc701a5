"""``rollerdeck rules``: editions, cards and clauses explained."""

from collections.abc import Callable

import pytest

from controller import cli
from controller.words import say
from rules import CLAUSES, EDITIONS, explain

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr("sys.argv", ["rollerdeck", "rules", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return ended.value.code, " ".join(out.split()), err

    return run


def test_the_editions(rules: Run) -> None:
    code, out, _ = rules()
    assert code == 0
    assert out.startswith("attack: UNO Attack!, 112 cards attack-attack: UNO Attack! with")


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_names_every_card(rules: Run, edition: str) -> None:
    code, out, _ = rules(edition)
    assert code == 0
    assert ("76 numbers, 0 to 9: " if "classic" in edition else "72 numbers, 1 to 9: ") in out
    special = [kind.id for kind in EDITIONS[edition].kinds if kind.number is None]
    assert [card for card in special if f"({card}): " not in out] == []


@pytest.mark.parametrize("card", ["hit-2", "blue-hit-2"])
def test_a_card(rules: Run, card: str) -> None:
    code, out, _ = rules("attack", card)
    assert code == 0
    assert out.startswith(
        "Hit 2: 8 cards. Points for each that a player holds at the end of a round: 20 "
        f"Effect of the card (ATK-1): {say('clause.ATK-1')} "
        f"If it is the first card (ATK-2): {say('clause.ATK-2')} Also (ATK-11): "
    )


def test_a_clause(rules: Run) -> None:
    said = (0, f"COM-12: {say('clause.COM-12')}", "")
    assert rules("attack", "com-12") == said
    assert rules("COM-12") == rules("com-12") == said


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (("attac",), "There is no edition or clause “attac”. Did you mean attack? The page exp"),
        (("COM-99",), "There is no edition or clause “COM-99”. Did you mean attack, attack-att"),
        (("COM-12", "red-7"), "Give either a clause, or an edition and a card."),
        (("attack", "hit2"), "UNO Attack! has no card “hit2”. Did you mean hit-2?"),
        (("attack", "hit-4"), "UNO Attack! has no card “hit-4”. Did you mean hit-2?"),
        (("\033[2J",), r"There is no edition or clause “\x1b[2J”. Did you mean attack, "),
    ],
)
def test_what_is_not_there(rules: Run, said: tuple[str, ...], sentence: str) -> None:
    code, out, err = rules(*said)
    assert (code, out) == (2, "")
    assert err.startswith(f"rollerdeck: {sentence}")
    assert err.count("\n") == 1


def test_every_clause_has_its_sentence() -> None:
    assert all(say(f"clause.{clause}").endswith(".") for clause in CLAUSES)


def test_every_kind_says_what_it_does() -> None:
    for edition in EDITIONS.values():
        for kind in edition.kinds:
            said = explain(kind)
            assert said[0].when == "played" and said[0].clause == kind.play.clause
            assert kind.first.clause in {saying.clause for saying in said}
