"""Feeds recorded readings and hits to a scale and prints all that it says, on both Pythons.

No reading may allocate. A trace is text: ``start`` with the settings, then one input a line.
"""

import sys

from hardware.portable.cards_by_weight import Scale
from hardware.portable.settings import ScaleSettings
from tests.micropython.replay import ALLOCATED, LOCK, UNLOCK


class Weighing:
    """One trace: ``line`` takes its lines, ``say`` gets what came of each."""

    def __init__(self, say):
        self._say = say
        self._scale = None

    def line(self, line):
        """Take one line of a trace."""
        words = line.split()
        numbers = [int(word) for word in words[1:]]
        if words[0] == "start":
            self._scale = Scale(ScaleSettings(*numbers))
            self._say("start")
            return
        if self._put(getattr(self._scale, words[0]), numbers):
            word, card = self._scale.word, self._scale.card
            values = [word.first_hit, word.last_hit, word.left, word.left_low, word.left_high]
            values += [word.inside, word.inside_low, word.inside_high, word.at_us]
            values += [card.card, card.off, card.restless]
            self._say(" ".join([str(value) for value in values]))

    def _put(self, method, values):
        many = len(values)
        first = values[0] if many > 0 else 0
        second = values[1] if many > 1 else 0
        third = values[2] if many > 2 else 0
        before = ALLOCATED()
        answer = None
        LOCK()
        try:
            if many == 1:
                answer = method(first)
            elif many == 2:
                answer = method(first, second)
            elif many == 3:
                answer = method(first, second, third)
            else:
                answer = method()
        finally:
            UNLOCK()
        took = ALLOCATED() - before
        if took:
            self._say("allocated %d bytes" % took)
        return answer


def main(words):
    """Replay the file that is named."""
    weighing = Weighing(print)
    with open(words[0]) as traces:
        for line in traces:
            weighing.line(line)


if __name__ == "__main__":
    main(sys.argv[1:])
