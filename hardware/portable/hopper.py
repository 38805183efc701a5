"""Empty hopper, slipping roller or blind sensor: told by the hopper's switch and a free beam."""


class Hopper:
    def __init__(self):
        self.empty = False
        self.emptied_unseen = False
        self._unseen = 0
        self._had_cards = True

    def begin(self):
        self.emptied_unseen = False
        self._unseen = 0
        self._had_cards = not self.empty

    def switch(self, empty, passed, blocked):
        self.empty = empty
        # if something is in the beam now, that may be the last card
        self.emptied_unseen = empty and not blocked and passed + self._unseen > 0

    def saw_nothing(self, passed):
        if self._had_cards:
            self._unseen += passed
        self._had_cards = not self.empty

    def unseen(self):
        unseen = self._unseen
        self._unseen = 0
        return unseen
