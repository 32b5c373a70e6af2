"""Work on a Dask cluster: connecting, submitting, resending, a lost scheduler.

`connection.connect` returns a client of the cluster, `calls.ClusterCalls` are the calls
under way on its workers.  This package knows nothing of puzzles.
"""
