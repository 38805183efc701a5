"""What classes say of their fields: the docstring below each, which Python itself does not keep."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from functools import cache

ITEM = re.compile(r"\n(?=- )")


def of_fields(model: type, *, inherited: bool = True) -> dict[str, str]:
    """The docstring below each field of a class, and of its bases, in Markdown."""
    texts: dict[str, str] = {}
    for cls in reversed(model.__mro__ if inherited else (model,)):
        texts |= {name: markdown(docstring) for name, docstring in _own(cls).items()}
    return texts


def markdown(docstring: str) -> str:
    """The same in Markdown: each paragraph and each item of a list on one line."""
    paragraphs = inspect.cleandoc(docstring).replace("``", "`").split("\n\n")
    return "\n\n".join("\n".join(map(_joined, ITEM.split(text))) for text in paragraphs)


def _joined(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _own(cls: type) -> dict[str, str]:
    return _by_class(cls.__module__).get(cls.__name__, {})


@cache
def _by_class(module: str) -> dict[str, dict[str, str]]:
    """The docstrings of all fields in a module of Python, by class and by field."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):  # it is built in
        return {}
    return {cls.name: _below(cls) for cls in tree.body if isinstance(cls, ast.ClassDef)}


def _below(cls: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: text.value.value
        for field, text in zip(cls.body, cls.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
