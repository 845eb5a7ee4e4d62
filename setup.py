"""What pyproject.toml cannot say: a build starts from nothing."""

import shutil

from setuptools import setup
from setuptools.command.build_py import build_py


class FreshBuild(build_py):
    """Builds without what an earlier build left in ``build/lib``.

    Setuptools packs everything it finds there, so a rule file that was renamed or deleted would stay in force.
    """

    def run(self) -> None:
        """Empty the build folder, then build."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build_py": FreshBuild})
