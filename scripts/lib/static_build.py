"""The options of `swift build` for the prebuilt authgen."""

import platform

# On Linux, the program has a fixed address and exports no symbols, because relocating it takes a quarter of the time of a short
# command. It then lacks address space layout randomization, but of what reads its input, only libyaml isn't memory-safe Swift.
OPTIONS = (["--arch", "arm64", "--arch", "x86_64"] if platform.system() == "Darwin" else
           ["--static-swift-stdlib", "-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic"])
