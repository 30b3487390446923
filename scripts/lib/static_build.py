"""The options of `swift build` for the prebuilt authgen."""

import platform

# Without this option, the program looks up each generic type by its mangled name at run time, and searches all conformances for each
# requirement. The look-ups take a tenth of the time of a short command.
COMPILER = ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-concrete-type-metadata-mangled-name-accessors"]
# On Linux, the program has a fixed address and exports no symbols, because relocating it takes a quarter of the time of a short
# command. It then lacks address space layout randomization, but of what reads its input, only libyaml isn't memory-safe Swift.
LINUX = ["--static-swift-stdlib", "-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic"]
# The program in the bundle is stripped, so generating debug information would only slow the build.
DEBUG = ["-debug-info-format", "none"]
OPTIONS = [*COMPILER, *DEBUG, *(["--arch", "arm64", "--arch", "x86_64"] if platform.system() == "Darwin" else LINUX)]
