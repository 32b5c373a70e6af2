"""The torture room: what a user, a machine or bad luck can do to `edgematch`.

    PYTHONPATH=tests python -m torture --minutes 5 --seed 1 [--kind kills,inputs]

Each kind of trouble is a module with a `Kind`: it kills runs and resumes them, damages
files, fills disks, takes memory away, starts two runs at once, or compares answers with
those of a brute force.  Trials are numbered; a seed and a number give the same trial
again, though not the same timing.  The table at the end says what was tried and
what was wrong.
"""
