"""Lets a launcher give three cards, as a press of its button does."""

import asyncio
import sys

import rollerdeck


async def press(address: str) -> None:
    """Print how many cards came."""
    async with rollerdeck.connect(address) as launcher:
        result = await launcher.eject(3)
        print(f"{result.delivered} cards, {', '.join(launcher.faults) or 'no fault'}")


asyncio.run(press(sys.argv[1]))
