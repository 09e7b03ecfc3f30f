"""Any module of the engine can be the first one that is imported."""

import pkgutil
import subprocess
import sys

import pytest

import engine

MODULES = [
    module.name
    for module in pkgutil.walk_packages(engine.__path__, "engine.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_can_be_imported_first(module):
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True, timeout=60)
