"""Effort by contestant on the same instances: the parts of benchmarks/goals.py."""
