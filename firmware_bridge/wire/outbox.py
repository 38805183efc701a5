"""What waits for a line whose other end may not read. Runs on MicroPython too."""


class Outbox:
    """Holds frames until the line takes them.

    Beyond ``most_bytes`` the oldest frames are dropped, and always whole ones: a frame of which a
    part is sent stays, or what is left of it would spoil the next. Frames are never joined, because
    a heap in small pieces has no room for one long text.
    """

    def __init__(self, most_bytes):
        self._most_bytes = most_bytes
        self._frames = []
        self.waiting_bytes = 0
        """A frame counts whole until all of it is sent."""
        self._sent = 0  # so many bytes of the first frame

    def __len__(self):
        """How many frames wait."""
        return len(self._frames)

    def put(self, frame):
        """Add a frame after those that wait."""
        self._frames.append(frame)
        self.waiting_bytes += len(frame)
        while self.waiting_bytes > self._most_bytes:
            oldest = 1 if self._sent else 0
            if oldest == len(self._frames):
                break
            self.waiting_bytes -= len(self._frames.pop(oldest))

    def send(self, write):
        """Offer the line the first frame, or the rest of it; True if it has taken all of that.

        ``write`` takes bytes and returns how many of them it has taken, 0 or None if it is full.
        """
        if not self._frames:
            return False
        frame = self._frames[0]
        self._sent += write(memoryview(frame)[self._sent :]) or 0
        if self._sent < len(frame):
            return False
        self.waiting_bytes -= len(self._frames.pop(0))
        self._sent = 0
        return True
