"""Sittings without pictures: which markers a camera would find is computed from where cards lie.

It is a thousand times as fast as drawing, and shows what the reader makes of what was found; what
can be found in a picture only drawn piles show.
"""

from tests.need import need_module

need_module("cv2", "pip install 'rollerdeck[camera]'")
