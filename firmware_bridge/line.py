"""A line to a launcher: bytes in, bytes out, for any transport.

What a request asks for is the device's; here each is done once and answered as often as it comes,
and what comes of another conversation is kept out. Runs on MicroPython too.
"""

from firmware_bridge.messages import MAX_NUMBER, Refused, error, is_in
from firmware_bridge.wire.frames import Decoder, encode
from firmware_bridge.wire.session import Answers


class Line:
    """One way to a device: what arrives is fed, what is to be sent is taken."""

    def __init__(self, device):
        self.over = False
        """True: to be closed, once what it has to say is taken."""
        self._device = device
        self._decoder = Decoder()
        self._answers = Answers()
        self._hello = 0
        self._output = []

    def feed(self, data):
        """Take bytes that arrived, in pieces of any size."""
        for message in self._decoder.feed(data):
            self._answer(message)
        self._device.pump()

    def take(self):
        """Return the bytes to be sent now."""
        output = b"".join(self._output)
        self._output = []
        return output

    def lost(self):
        """Say that nobody is at the other end any more."""
        self._device.lost(self)

    def hang_up(self, why):
        """End this line from here, with a sentence for who is at the other end."""
        self.send({"over": why})
        self.over = True

    def send(self, message):
        """Put a message behind what is to be sent."""
        self._output.append(encode(message))

    def _answer(self, message):
        number = message.get("id")
        if not is_in(number, 1, MAX_NUMBER):
            refused = Refused("bad_request", "A request has an id, a whole number from 1 on.")
            self.send(error(refused, None))
            return
        hello = message.get("do") == "hello"
        late = number == self._hello and self._answers.beyond(number)
        if hello and late and self._device.held_by(self):
            # a copy of it that comes late: begun anew, the requests since would be done again
            self._hello = 0
            self._device.lost(self)
            self.hang_up("An earlier hello came once more: say hello anew.")
            return
        if hello:
            self._hello = number
            # It begins anew, and so do the numbers: who says it may have just started.
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
            # a motor is switched off for anybody, and once more does no harm
            if self._answers.stale(number) and message.get("do") != "safe_off":
                raise Refused("stale", "This request's number is not of this conversation.")
            answer = self._device.handle(self, message)
        except Refused as refused:
            return error(refused, number)
        answer["to"] = number
        return answer
