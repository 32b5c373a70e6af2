"""Work in other processes, and what interrupts it."""
