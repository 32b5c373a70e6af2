"""A checker of DRAT proofs that knows nothing of solvers: forward, by the definition.

A clause may be added if denying it leads to a conflict by unit propagation (RUP), or if
so does every resolvent with it on its first literal (RAT).  A proof is good if each
clause may be added and the last is empty.  As the usual checkers do, it never forgets
clauses that are a unit under what is known for good.
"""

from collections import Counter, defaultdict


class Checker:
    """The clauses so far, two literals of each watched."""

    def __init__(self, clauses):
        self.value = {}
        """Literals that hold for good, both ways."""
        self.watching = defaultdict(list)
        self.alive = Counter()
        self.is_refuted = False
        for clause in clauses:
            self.add(clause)

    def add(self, clause):
        """Take a clause as true."""
        clause = list(dict.fromkeys(clause))
        self.alive[tuple(sorted(clause))] += 1
        # Watch literals that are not false, as far as there are any.
        clause.sort(key=lambda literal: self.value.get(literal) is False)
        for literal in clause[:2]:
            self.watching[literal].append(clause)
        free = [each for each in clause if self.value.get(each) is not False]
        if not free:
            self.is_refuted = True
        elif len(free) == 1 and self.value.get(free[0]) is None:
            self.is_refuted |= self.propagate([free[0]]) is None

    def delete(self, clause):
        """Forget a clause, unless it is a reason for what holds for good."""
        key = tuple(sorted(dict.fromkeys(clause)))
        if self.alive[key] and not any(self.value.get(each) for each in key):
            self.alive[key] -= 1

    def propagate(self, literals):
        """Let literals hold and what follows; None if that is a conflict.

        Returns what was assigned, for `undo`.
        """
        trail = []
        for literal in literals:
            if self.value.get(literal) is False:
                self.undo(trail)
                return None
            if self.value.get(literal) is None:
                self.value[literal], self.value[-literal] = True, False
                trail.append(literal)
        at = 0
        while at < len(trail):
            false = -trail[at]
            at += 1
            kept = []
            watching = self.watching[false]
            for place, clause in enumerate(watching):
                if not self.alive[tuple(sorted(clause))]:
                    continue
                if clause[0] == false and len(clause) > 1:
                    clause[0], clause[1] = clause[1], clause[0]
                other = clause[0]
                for index in range(2, len(clause)):
                    if self.value.get(clause[index]) is not False:
                        clause[1], clause[index] = clause[index], clause[1]
                        self.watching[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if self.value.get(other) is False:
                        self.watching[false] = kept + watching[place + 1 :]
                        self.undo(trail)
                        return None
                    if self.value.get(other) is None:
                        self.value[other], self.value[-other] = True, False
                        trail.append(other)
            self.watching[false] = kept
        return trail

    def undo(self, trail):
        """Take back what was assigned."""
        for literal in trail:
            del self.value[literal], self.value[-literal]

    def follows(self, clause):
        """Say whether denying a clause is a conflict by unit propagation."""
        trail = self.propagate([-literal for literal in clause])
        if trail is None:
            return True
        self.undo(trail)
        return False

    def may_be_added(self, clause):
        """Say whether a clause is RUP, or RAT on its first literal."""
        if self.is_refuted or self.follows(clause):
            return True
        if not clause:
            return False
        pivot = clause[0]
        return all(
            self.follows([*clause, *(each for each in other if each != -pivot)])
            for other, times in list(self.alive.items())
            if times and -pivot in other
        )


def read_clauses(text):
    """Return the clauses of a DIMACS CNF."""
    lines = (line.split() for line in text.splitlines() if line[:1] not in ("c", "p"))
    return [[int(word) for word in words[:-1]] for words in lines]


def is_refutation(formula, proof):
    """Say whether a DRAT proof in text shows that a formula has no model."""
    checker = Checker(read_clauses(formula))
    for line in proof.splitlines():
        words = line.split()
        is_deleted = words[0] == "d"
        clause = [int(word) for word in words[is_deleted:-1]]
        if is_deleted:
            checker.delete(clause)
            continue
        if not checker.may_be_added(clause):
            return False
        checker.add(clause)
        if not clause:
            return True
    return checker.is_refuted
