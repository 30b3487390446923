"""Proves that web servers share sessions. See scripts/web-sessions."""

import asyncio
import signal
import sys
import time

import judge_self_test
import scale
from proof import prove


async def main(users, requests, kills):
    # Ends the processes, too.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    started = time.monotonic()
    errors, summary = await prove(users, requests, kills)
    del summary["explained"]
    summary["seconds"] = round(time.monotonic() - started)
    print(", ".join(f"{name} {value}" for name, value in summary.items()))
    for error in errors[:20]:
        print(f"web-sessions: {error}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--self-test"]:
        sys.exit(judge_self_test.main())
    if sys.argv[1:2] == ["scale"]:
        sys.exit(scale.main(int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000))
    given = [int(argument) for argument in sys.argv[1:4]]
    sys.exit(asyncio.run(main(*(given + [30, 10, 6][len(given):]))))
