"""What holds for all tests: property tests have no deadline, because the machines they run on are shared."""

from hypothesis import HealthCheck, settings

settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")
