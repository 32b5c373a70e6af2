"""Any encoding as clauses, solved by one of the SAT solvers of python-sat."""
