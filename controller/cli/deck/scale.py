"""``rollerdeck deck scale``: says from a photograph whether a test page has the right size."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.readers.camera.source import without_opencv

MOST_BYTES = 64 << 20


@click.command(name="scale")
@click.argument("photo", type=click.Path(path_type=Path))
def scale(photo: Path) -> None:
    """Find out from a photograph whether the printer printed in the right size.

    PHOTO is a photograph of the first printed sheet, which is a test page. Lay the sheet on a dark
    surface. The photograph has to show the whole sheet and some of the surface around it. The
    command needs the library OpenCV.
    """
    if importlib.util.find_spec("cv2") is None:
        raise Trouble(without_opencv(), WRONG_USAGE)
    import cv2
    import numpy as np

    from controller.readers.camera.printed import scale_in

    try:
        body = np.frombuffer(_read(photo), np.uint8)
        picture = cv2.imdecode(body, cv2.IMREAD_GRAYSCALE) if len(body) else None
    except cv2.error:
        picture = None
    if picture is None:
        raise Trouble(f"{photo} is no picture: name a photo as JPEG or PNG.", WRONG_USAGE)
    measured = scale_in(picture.astype(np.uint8))
    if measured is None:
        raise Trouble(
            "The test page is not seen whole: lay it flat on a dark ground, and photograph it with "
            "all four edges of the paper.",
            NOT_SO,
        )
    says = f"Printed at {measured.across:.1%} across and {measured.down:.1%} down"
    if not measured.right:
        raise Trouble(
            f'{says}: print again at 100 %, and switch off "fit to page" in the browser and in the '
            "settings of the printer.",
            NOT_SO,
        )
    click.echo(f"{says}: the scale is right.")


def _read(photo: Path) -> bytes:
    try:
        with photo.open("rb") as file:
            body = file.read(MOST_BYTES + 1)
    except OSError as error:
        sentence = f"{photo} cannot be read ({error.strerror}): name a photo."
        raise Trouble(sentence, WRONG_USAGE) from None
    if len(body) > MOST_BYTES:
        raise Trouble(
            f"{photo} is larger than {MOST_BYTES >> 20} MiB: make it smaller.", WRONG_USAGE
        )
    return body
