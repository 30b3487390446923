"""The memory and the descriptors of a process over time."""

import os
import pathlib

# The growth of memory that counts as none.
LIMIT = 0.05
# Connections that are kept for the next request come and go.
SLACK = 8


class Samples:
    """The samples of one process. `is_judged` is false for a process whose memory grows for a known reason."""

    def __init__(self, name, number, is_judged=True):
        self.name, self.number, self.is_judged = name, number, is_judged
        self.times, self.memory, self.files = [], [], []

    def take(self, time):
        lines = pathlib.Path(f"/proc/{self.number}/status").read_text().splitlines()
        self.times.append(time)
        # In kilobytes.
        self.memory.append(int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]))
        self.files.append(len(os.listdir(f"/proc/{self.number}/fd")))

    def memory_growth(self):
        """The growth by a straight line through all samples, as a part of its start."""
        return growth(self.times, self.memory)

    def file_growth(self):
        """The growth of the number of files that are always open. A leak raises it."""
        third = max(1, len(self.files) // 3)
        return min(self.files[-third:]) - min(self.files[:third])

    def errors(self):
        if not self.is_judged:
            return
        if self.memory_growth() > LIMIT:
            yield f"the memory of '{self.name}' grew by {100 * self.memory_growth():.1f} %; the limit is {100 * LIMIT:.0f} %"
        if self.file_growth() > SLACK:
            yield f"'{self.name}' has {self.file_growth()} more open descriptors; the limit is {SLACK}"

    def row(self):
        return [self.name, f"{self.memory[0] / 1024:.1f} MB", f"{self.memory[-1] / 1024:.1f} MB",
                f"{100 * self.memory_growth():+.1f} %", f"{min(self.files)} to {max(self.files)}", f"{self.file_growth():+d}",
                "yes" if self.is_judged else "no"]


def growth(times, values):
    """The growth of the line with the least squares, as a part of its start."""
    count = len(times)
    if count < 2:
        return 0
    middle, average = sum(times) / count, sum(values) / count
    spread = sum((time - middle) ** 2 for time in times)
    slope = sum((time - middle) * (value - average) for time, value in zip(times, values)) / spread
    start = average + slope * (times[0] - middle)
    return slope * (times[-1] - times[0]) / start
