"""The declaration of a scenario, and its result."""

import dataclasses
from typing import Any

# For each round.
MOST_ATTEMPTS = 20


@dataclasses.dataclass
class Result:
    """The rounds of a scenario, and their effects. Times are in seconds."""

    rounds: int = 0
    explained: int = 0
    avoidable: int = 0
    hangs: int = 0
    longest: float = 0
    refreshes: int = 0
    errors: list = dataclasses.field(default_factory=list)
    # Whether the driver itself failed, so that nothing was proved.
    is_incomplete: bool = False

    def lose(self, reason):
        self.avoidable += 1
        self.errors.append(reason)

    def hang(self, reason):
        self.hangs += 1
        self.errors.append(reason)

    def waited(self, seconds):
        self.longest = max(self.longest, seconds)

    def attempts(self, rounds):
        """The numbers of attempts, until enough of them have interrupted something and so count as rounds."""
        for number in range(MOST_ATTEMPTS * rounds):
            if self.rounds >= rounds:
                return
            yield number
        self.is_incomplete = True
        self.errors.append(f"only {self.rounds} of {MOST_ATTEMPTS * rounds} attempts interrupted something")

    @property
    def failed(self):
        return self.avoidable + self.hangs > 0 or self.is_incomplete


@dataclasses.dataclass(frozen=True)
class Loss:
    """The losses that count as avoidable in a scenario."""

    text: str
    # Whether the provider's log can explain a loss. Otherwise, every loss is avoidable.
    can_be_explained: bool = True


@dataclasses.dataclass(frozen=True)
class Scenario:
    """One way to break something, and the promise that holds nevertheless."""

    name: str
    broken: str
    how: str
    # The longest time that a call may take in seconds, and the reason for it.
    limit: float
    because: str
    loss: Loss
    rounds: int
    # The number of rounds in the short form, or 0 if it isn't part of it.
    short: int
    # Receives the scenario, a result, and the number of rounds.
    run: Any

    def judge(self, result):
        """Counts explained losses as avoidable ones if this scenario accepts no explanation."""
        if result.explained and not self.loss.can_be_explained:
            result.avoidable += result.explained
            result.errors.append(f"{result.explained} sessions were lost, although this fault explains no loss")
            result.explained = 0
