"""Runs the tests against every mutant."""

import json
import threading
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed

from mutate.suites import SUITE, TIME_LIMIT, Suites

# The suites that a mutant meets one by one. The others run in one process, for many mutants together.
SINGLE = 8
TOGETHER = 24
# The suites that run in one process for a mutant that a group has hidden.
BATCH = 60
# The seconds below which no failure is caused by a slow machine, and after which a suite is slow.
QUICK = 2
SLOW = 4


class Campaign:
    def __init__(self, tree, mutants, jobs):
        self.tree, self.mutants, self.jobs = tree, mutants, jobs
        self.suites = Suites(tree)
        self.results_file = tree.folder / "results.json"
        self.map_file = tree.folder / "map.json"
        self.lock = threading.Lock()
        # The suites that have found mutants of a file, the numbers of the file's mutants, and the suites that a mutant has met.
        self.successes = Counter()
        self.own, self.met = defaultdict(set), defaultdict(set)
        for mutant in mutants:
            self.own[mutant.file].add(mutant.number)

    def trace(self):
        """Runs each suite alone, without a mutant, and notes the mutants that it reaches."""
        self.map = {}
        names = self.suites.names()
        with ThreadPoolExecutor(self.jobs) as pool:
            for name, entry in pool.map(self._traced, names):
                self.map[name] = entry
                print(f"{entry['seconds']:6.1f} s  {len(entry['reached']):4} mutants  {name}", flush=True)
        # A suite that fails without a mutant finds none.
        self.failed = [f"{name} fails without a mutant: {entry['failure']}" for name, entry in self.map.items() if entry["failure"]]
        self.map = {name: entry for name, entry in self.map.items() if not entry["failure"]}
        self.map_file.write_text(json.dumps(self.map), encoding="utf-8")

    def _traced(self, name):
        trace = self.tree.folder / f"trace-{threading.get_ident()}"
        trace.unlink(missing_ok=True)
        outcome = self.suites.run([name], 300, {"AUTH_MUTANT_TRACE": str(trace)})
        if not outcome.passed:
            outcome = self.suites.run([name], 300, {"AUTH_MUTANT_TRACE": str(trace)})
        reached = sorted({int(line) for line in trace.read_text().split()}) if trace.exists() else []
        trace.unlink(missing_ok=True)
        return name, {"seconds": outcome.seconds, "failure": outcome.failure, "reached": reached}

    def run(self, chosen, equivalent=()):
        """The name of the test that finds each mutant, or `None`. The names in `equivalent` don't meet each suite alone."""
        results = {}
        with ThreadPoolExecutor(self.jobs) as pool:
            for mutant, killer in completed(pool, self._meet_likeliest, chosen):
                self._note(mutant, killer, results)
            rest = [mutant for mutant in chosen if mutant.name not in results]
            # Mutants of one file would hide each other.
            count = -(-len(rest) // TOGETHER)
            groups = [rest[start::count] for start in range(count)]
            for killers in completed(pool, self._meet_others, groups):
                for mutant, killer in killers:
                    self._note(mutant, killer, results, is_last=mutant.name in equivalent)
            # Mutants of a group may hide each other.
            rest = [mutant for mutant in chosen if mutant.name not in results]
            for mutant, killer in completed(pool, self._meet_alone, rest):
                self._note(mutant, killer, results, is_last=True)
        return results

    def _note(self, mutant, killer, results, is_last=False):
        if not killer and not is_last:
            return
        results[mutant.name] = killer
        print(f"{'killed  ' if killer else 'SURVIVED'} {mutant.name}" + (f"  by {killer}" if killer else ""), flush=True)
        self._save(mutant.name, killer)

    def _meet_likeliest(self, mutant):
        for name in self._ranked(mutant)[:SINGLE]:
            self.met[mutant].add(name)
            if killer := self._killer([mutant], [name]):
                with self.lock:
                    self.successes[mutant.file, name] += 1
                return mutant, killer
        return mutant, None

    def _meet_others(self, mutants):
        """Runs the other suites while all rules of a group are missing. Each mutant that a suite finds has to be found alone."""
        found = []
        while mutants:
            suites = sorted({name for mutant in mutants for name in self._ranked(mutant) if name not in self.met[mutant]})
            killer = self._killer(mutants, suites) if suites else None
            if not killer:
                break
            name = suite_of(killer, suites)
            killers = [(mutant, self._killer([mutant], [name])) for mutant in mutants if name in self._ranked(mutant)] if name else []
            killed = [(mutant, killer) for mutant, killer in killers if killer]
            if not killed and len(mutants) > 1:
                half = len(mutants) // 2
                return [*found, *self._meet_others(mutants[:half]), *self._meet_others(mutants[half:])]
            # A crash names no suite. A suite that finds nothing alone has failed for another reason.
            found += killed or [(mutants[0], None if name else killer)]
            mutants = [mutant for mutant in mutants if mutant not in {one for one, _ in found}]
        return [*found, *((mutant, None) for mutant in mutants)]

    def _meet_alone(self, mutant):
        suites = [name for name in self._ranked(mutant) if name not in self.met[mutant]]
        batches = (suites[start:start + BATCH] for start in range(0, len(suites), BATCH))
        return mutant, next(filter(None, (self._killer([mutant], batch) for batch in batches)), None)

    def _ranked(self, mutant):
        """The suites that reach a mutant, the likeliest first: those that have found mutants of the file, and then fast ones that
        mostly reach this file."""
        def rank(name):
            reached = self.map[name]["reached"]
            own = len(self.own[mutant.file].intersection(reached))
            return -successes[name], self.map[name]["seconds"] > SLOW, -own / (len(reached) + own)
        reaching = [name for name, entry in self.map.items() if mutant.number in entry["reached"]]
        with self.lock:
            successes = {name: self.successes[mutant.file, name] for name in reaching}
        return sorted(reaching, key=rank)

    def _killer(self, mutants, group):
        """A failure of a slow suite counts if it repeats, because the machine may be slow."""
        seconds = sum(self.map[name]["seconds"] for name in group)
        limit = 10 + 5 * seconds
        active = {"AUTH_MUTANT": ",".join(str(mutant.number) for mutant in mutants)}
        killer = self.suites.run(group, limit, active).failure
        if not killer or seconds < QUICK and killer != TIME_LIMIT:
            return killer
        again = [name] if (name := suite_of(killer, group)) else group
        return killer if self.suites.run(again, limit, active).failure else None

    def _save(self, name, killer):
        results = self.saved() | {name: killer}
        self.results_file.write_text(json.dumps(results, indent=1), encoding="utf-8")

    def saved(self):
        """The results so far, without those of rules that no longer exist."""
        results = json.loads(self.results_file.read_text(encoding="utf-8")) if self.results_file.exists() else {}
        names = {mutant.name for mutant in self.mutants}
        return {name: killer for name, killer in results.items() if name in names}


def suite_of(killer, group):
    """The suite of a group that contains the failed test. It's unknown after a crash."""
    found = SUITE.match(killer)
    if found and found.group() in group:
        return found.group()
    return group[0] if len(group) == 1 else None


def completed(pool, work, items):
    """The results of the work, in the order in which they're complete."""
    return (done.result() for done in as_completed([pool.submit(work, item) for item in items]))
