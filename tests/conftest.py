"""Hypothesis: few examples by default, the same ones every time in CI, many with `--hypothesis-profile=hard`."""

import os

from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", max_examples=60, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True, database=None)
settings.register_profile("hard", settings.get_profile("quick"), max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "quick")
