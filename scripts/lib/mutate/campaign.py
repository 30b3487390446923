"""Runs the tests against every mutant."""

import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from mutate.suites import SUITE, Suites

# The suites that a mutant meets one by one. The others run in one process.
SINGLE = 4
# The seconds after which a suite is slow.
SLOW = 4


class Campaign:
    def __init__(self, tree, mutants, jobs):
        self.tree, self.mutants, self.jobs = tree, mutants, jobs
        self.suites = Suites(tree)
        self.results_file = tree.folder / "results.json"
        self.map_file = tree.folder / "map.json"
        self.lock = threading.Lock()
        # The suites that have found mutants of a file.
        self.successes = Counter()

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

    def load_map(self):
        self.map = json.loads(self.map_file.read_text(encoding="utf-8"))

    def run(self, chosen):
        """The name of the test that finds each mutant, or `None`."""
        results = {}
        with ThreadPoolExecutor(self.jobs) as pool:
            for mutant, killer in pool.map(self._run, chosen):
                results[mutant.name] = killer
                print(f"{'killed  ' if killer else 'SURVIVED'} {mutant.name}" + (f"  by {killer}" if killer else ""), flush=True)
                self._save(mutant.name, killer)
        return results

    def _run(self, mutant):
        reaching = [name for name, entry in self.map.items() if mutant.number in entry["reached"]]
        with self.lock:
            successes = {name: self.successes[mutant.file, name] for name in reaching}
        reaching.sort(key=lambda name: self._rank(name, successes[name]))
        groups = [[name] for name in reaching[:SINGLE]] + ([reaching[SINGLE:]] if reaching[SINGLE:] else [])
        for group in groups:
            killer = self._killer(mutant, group)
            if killer:
                with self.lock:
                    self.successes[mutant.file, suite_of(killer, group)] += 1
                return mutant, killer
        return mutant, None

    def _rank(self, name, successes):
        """A suite that has found mutants of the file comes first, and then one that is fast and reaches few mutants."""
        return -successes, self.map[name]["seconds"] > SLOW, len(self.map[name]["reached"])

    def _killer(self, mutant, group):
        """A failure counts if it repeats, because the machine may be slow."""
        limit = 30 + 5 * sum(self.map[name]["seconds"] for name in group)
        killer = self.suites.run(group, limit, {"AUTH_MUTANT": str(mutant.number)}).failure
        if not killer:
            return None
        again = [name] if (name := suite_of(killer, group)) else group
        return killer if self.suites.run(again, limit, {"AUTH_MUTANT": str(mutant.number)}).failure else None

    def _save(self, name, killer):
        results = self.saved()
        results[name] = killer
        self.results_file.write_text(json.dumps(results, indent=1), encoding="utf-8")

    def saved(self):
        return json.loads(self.results_file.read_text(encoding="utf-8")) if self.results_file.exists() else {}


def suite_of(killer, group):
    """The suite of a group that contains the failed test. It's unknown after a crash."""
    found = SUITE.match(killer)
    if found and found.group() in group:
        return found.group()
    return group[0] if len(group) == 1 else None
