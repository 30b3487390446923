"""Breaks processes, disks, clocks, networks, and databases, and prints what was lost. See scripts/chaos."""

import argparse
import asyncio
import pathlib
import random
import signal
import sys
import time
import traceback

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "web_sessions"))

# pylint: disable=wrong-import-position
import self_test
import table
from scenario import Result
from scenarios import ALL
from world import Hang


async def run(scenario, rounds):
    result = Result()
    try:
        await scenario.run(scenario, result, rounds)
    except Hang:
        # The result has it.
        pass
    except Exception as error:  # pylint: disable=broad-except
        traceback.print_exc()
        result.is_incomplete = True
        result.errors.append(f"the scenario can't continue: {error!r}")
    scenario.judge(result)
    return result


async def main(arguments):
    if arguments.self_test:
        return await self_test.main()
    names = [scenario.name for scenario in ALL]
    unknown = [name for name in arguments.scenarios if name not in [*names, "short"]]
    if unknown:
        raise SystemExit(f"chaos: '{unknown[0]}' isn't a scenario; use {', '.join(names)}, or short")
    # Ends the processes, too.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    is_short = "short" in arguments.scenarios
    chosen = [name for name in arguments.scenarios if name != "short"]
    scenarios = [it for it in ALL if (it.name in chosen if chosen else it.short or not is_short)]
    if arguments.list:
        print(table.declarations(scenarios))
        return 0
    seed = arguments.seed or random.randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    results = []
    for scenario in scenarios:
        random.seed(f"{seed} {scenario.name}")
        started = time.monotonic()
        rounds = arguments.rounds or (scenario.short if is_short and scenario.short else scenario.rounds)
        result = await run(scenario, rounds)
        results.append((scenario, result))
        print(table.progress(scenario, result, time.monotonic() - started), flush=True)
        for error in result.errors[:20]:
            print(f"chaos: {scenario.name}: {error}", file=sys.stderr, flush=True)
    print(table.results(results))
    return 1 if any(result.failed for _, result in results) else 0


def parse():
    parser = argparse.ArgumentParser(prog="scripts/chaos", description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="some scenarios, or `short`")
    parser.add_argument("--rounds", type=int, help="the number of rounds of each scenario")
    parser.add_argument("--seed", type=int, help="the seed of an earlier run, for the same choices")
    parser.add_argument("--list", action="store_true", help="describe the scenarios")
    parser.add_argument("--self-test", action="store_true", help="check that a planted loss and a planted hang are found")
    return parser.parse_args()


if __name__ == "__main__":
    if sys.version_info < (3, 12):
        # The default of later versions. The older watchers sometimes lose the status of a process.
        asyncio.set_child_watcher(asyncio.PidfdChildWatcher())
    sys.exit(asyncio.run(main(parse())))
