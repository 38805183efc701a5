"""Draws what a camera over a discard pile would see, from a seed, with the truth beside each frame.

It was fixed before the reader was tuned: ``conditions.py`` says which plays count as sharp, and
``judging.py`` what counts as right and wrong.
"""

from tests.need import need_module

need_module("cv2", "pip install 'rollerdeck[camera]'")

import cv2  # noqa: E402

cv2.setNumThreads(1)  # as in the reader
