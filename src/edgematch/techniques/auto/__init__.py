"""The choice of a technique by estimates and by short races."""
