"""The device's end of a connection: bytes in, frames out, for any transport.

It has each request done once by the device, repeats the answer when the request is repeated, and
refuses requests of another conversation. A serial port has one such end, a socket has one for each
connection. Runs on MicroPython too.
"""

from firmware_bridge.messages import MAX_NUMBER, WireRefusal, error, is_in
from firmware_bridge.wire.frames import Decoder, encode
from firmware_bridge.wire.session import Answers


class DeviceEnd:
    """``feed`` it the bytes that arrived, and send the frames that ``take`` returns."""

    def __init__(self, device):
        self.over = False
        """True: close the connection, once the last bytes are taken and sent."""
        self._device = device
        self._decoder = Decoder()
        self._answers = Answers()
        self._hello = 0
        self._frames = []

    def feed(self, data):
        """Take bytes that arrived, in pieces of any size."""
        for message in self._decoder.feed(data):
            self._answer(message)
        self._device.pump()

    def take(self):
        """Return the frames to be sent now."""
        frames = self._frames
        self._frames = []
        return frames

    def lost(self):
        """Say that the caller is gone."""
        self._device.lost(self)

    def hang_up(self, sentence, reason, caller=None):
        """Close the connection from this end; ``reason`` is a word for programs.

        ``caller``: who has the launcher now.
        """
        over = {"over": sentence, "why": reason}
        if caller is not None:
            over["caller"] = caller
        self.send(over)
        self.over = True

    def send(self, message):
        """Send a message after those that already wait to be sent."""
        self._frames.append(encode(message))

    def _answer(self, message):
        number = message.get("id")
        if not is_in(number, 1, MAX_NUMBER):
            refused = WireRefusal("bad_request", "A request has an id, a whole number from 1 on.")
            self.send(error(refused, None))
            return
        hello = message.get("do") == "hello"
        late = number == self._hello and self._answers.beyond(number)
        if hello and late and self._device.held_by(self):
            # a late copy of it: if it began anew, the requests since then could be done again
            self._hello = 0
            self._device.lost(self)
            self.hang_up("An earlier hello came once more: say hello again.", "stale")
            return
        if hello:
            self._hello = number
            # Numbers begin anew, too: the caller may have just started.
            self._answers = Answers()
            self.over = False
        answer = self._answers.recall(number)
        if answer is None:
            answer = self._do(number, message)
            self._answers.keep(number, answer)
        self.send(answer)
        if hello and "error" not in answer:
            for event in self._device.waiting():
                self.send(event)

    def _do(self, number, message):
        try:
            # anybody may switch the motor off, and to do so again does no harm
            if self._answers.stale(number) and message.get("do") != "safe_off":
                raise WireRefusal("stale", "This request's number is not of this conversation.")
            answer = self._device.handle(self, message)
        except WireRefusal as refused:
            return error(refused, number)
        answer["to"] = number
        return answer
