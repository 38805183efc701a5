"""Mutants of source files: one place changed, in every way that mutmut knows, a text in one way.

Only mutmut's operators are used. Its own run puts the mutants of a function beside it and chooses
when it is called: it leaves out what stands outside of functions (here the editions, the forms of
commands, every default), properties, and what is over when the package is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_string


class Mutant(NamedTuple):
    """A file with one place changed."""

    path: Path
    code: str

    @property
    def diff(self) -> str:
        """What is changed, as a patch."""
        name = str(self.path)
        lines = self.path.read_text(encoding="utf-8").splitlines(), self.code.splitlines()
        return "\n".join(unified_diff(*lines, name, name, lineterm="", n=1)) + "\n"


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file, in its order."""
    source = path.read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    places = wrapper.resolve(WhitespaceInclusivePositionProvider)
    lines = (0, *accumulate(len(line) for line in source.splitlines(keepends=True)))
    for node in _nodes(wrapper.module):
        place = places[node]
        start = lines[place.start.line - 1] + place.start.column
        end = lines[place.end.line - 1] + place.end.column
        for type_, operator in mutation_operators:
            if isinstance(node, type_):
                for changed in islice(operator(node), 1 if operator is operator_string else None):
                    code = wrapper.module.code_for_node(changed)
                    yield Mutant(path, source[:start] + code + source[end:])


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The node and all below it that say what is done, not of which type it is."""
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
        return
    yield node
    for child in node.children:
        yield from _nodes(child)
