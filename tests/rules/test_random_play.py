"""The players of the benchmark say nothing that the referee would refuse."""

from random import Random

from rules import Applied, apply
from tests.bench import random_play


def test_what_is_carried_out_unasked_would_be_accepted_and_comes_to_the_same() -> None:
    setup, deck = random_play.table()
    random, said = Random(7), 0
    for _ in range(30):
        game = random_play.Round(setup, deck, random)
        while (command := game.command()) is not None:
            answer = apply(game.state, command)
            assert isinstance(answer, Applied), answer
            game.say(command)
            assert game.state == answer.state
            said += 1
    assert said > 1000
