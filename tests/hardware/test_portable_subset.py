"""What a Pico has to run: MicroPython lacks much, and every module must come along."""

import ast
import functools
from pathlib import Path

import pytest

import hardware.portable

FOLDER = Path(next(iter(hardware.portable.__path__)))
MODULES = sorted(FOLDER.glob("*.py"))
ALLOWED = {"array", "hardware.portable"}
FORBIDDEN = (
    ast.Match,
    ast.AnnAssign,
    ast.AsyncFunctionDef,
    ast.Await,
    ast.JoinedStr,
    ast.TypeAlias if hasattr(ast, "TypeAlias") else ast.Match,
)


@functools.cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "the same text at both ends"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_imports_only_what_a_pico_has(path: Path) -> None:
    for name in imports(parse(path)):
        assert name in ALLOWED or name.startswith("hardware.portable."), name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_uses_only_what_micropython_knows(path: Path) -> None:
    for node in ast.walk(parse(path)):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        assert not isinstance(node, FORBIDDEN), where
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), where
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), where
        if isinstance(node, ast.arguments):
            every = [*node.posonlyargs, *node.args, *node.kwonlyargs]
            assert not any(argument.annotation for argument in every), where
            assert not node.posonlyargs, where
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None, where
        if isinstance(node, ast.ClassDef):
            assert not node.decorator_list, where


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_has_its_types_beside_it(path: Path) -> None:
    if path.stem == "__init__":
        return
    stub = ast.parse(path.with_suffix(".pyi").read_text(encoding="utf-8"))

    def public(tree: ast.Module) -> set[str]:
        named = (n.name for n in tree.body if isinstance(n, ast.ClassDef | ast.FunctionDef))
        return {name for name in named if not name.startswith("_")}

    assert public(stub) == public(parse(path))


TICKED = (
    *("ticks", "limits", "debouncing", "travel", "pulses", "tracker", "account", "trace", "eject"),
    *("hits", "core", "signals", "turntable", "rest", "card_weight", "window"),
    "cards_by_weight",
)


@pytest.mark.parametrize("name", TICKED)
def test_allocates_nothing_while_it_runs(name: str) -> None:
    """No list, tuple, dictionary, text or generator is made outside of ``__init__``.

    What MicroPython itself says to that: ``tests/micropython/test_core.py``.
    """
    tree = parse(FOLDER / f"{name}.py")
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or function.name == "__init__":
            continue
        for node in ast.walk(function):
            made = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.GeneratorExp)
            assert not isinstance(node, made), f"{name}:{function.name}"
            if isinstance(node, ast.Tuple):
                # a tuple of literals lies in the bytecode, one of names is made each time
                constant = all(isinstance(e, ast.Constant) for e in node.elts)
                assert constant and isinstance(node.ctx, ast.Load), f"{name}:{function.name}"
