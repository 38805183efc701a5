"""Boards with a Pico's chip, by the numbers that MicroPython gives them on USB.

From ``ports/rp2/boards/*/mpconfigboard.h`` and ``ports/rp2/mpconfigport.h`` in MicroPython's source
code of August 2026 (commit 1c3c201149).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

UsbIds = tuple[int, int]
"""Vendor and product."""

PICO: UsbIds = (0x2E8A, 0x0005)
"""A Pico, Pico W, Pico 2 and Pico 2 W, and every other board without numbers of its own."""

BOARDS: Mapping[UsbIds, str] = MappingProxyType(
    {
        PICO: "Raspberry Pi Pico, Pico W, Pico 2, Pico 2 W, and others",
        (0x2E8A, 0x1002): "Pimoroni Pico LiPo",
        (0x2E8A, 0x101F): "Waveshare RP2040-Zero",
        (0x2E8A, 0x1020): "Waveshare RP2040-Plus",
        (0x2E8A, 0x1021): "Waveshare RP2040-LCD-0.96",
        (0x2E8A, 0x10EC): "Soldered NULA Max RP2350",
        (0x2E8A, 0x110A): "Cytron NanoXRP Controller",
        (0x239A, 0x80F2): "Adafruit Feather RP2040",
        (0x239A, 0x80F8): "Adafruit QT Py RP2040",
        (0x239A, 0x80FE): "Adafruit ItsyBitsy RP2040",
        (0x239A, 0x814F): "Adafruit Feather RP2350",
        (0x1B4F, 0x0025): "SparkFun Thing Plus RP2040",
        (0x1B4F, 0x0026): "SparkFun Pro Micro RP2040",
        (0x1B4F, 0x0038): "SparkFun Thing Plus RP2350",
        (0x1B4F, 0x0039): "SparkFun Pro Micro RP2350",
        (0x1B4F, 0x0044): "SparkFun IoT Node LoRaWAN",
        (0x1B4F, 0x0046): "SparkFun XRP Controller",
        (0x1B4F, 0x0047): "SparkFun IoT RedBoard RP2350",
        (0x1FFB, 0x2043): "Pololu 3pi+ 2040 Robot",
        (0x1FFB, 0x2044): "Pololu Zumo 2040 Robot",
        (0x2341, 0x025E): "Arduino Nano RP2040 Connect",
        (0x16D0, 0x08C7): "Pimoroni Tiny 2040",
        (0x1209, 0xF502): "Silicognition RP2040-Shim",
    }
)
