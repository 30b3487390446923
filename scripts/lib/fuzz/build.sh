# shellcheck shell=bash
# The build of the program with the fuzz targets.

# The build folder and its options. Both builds are kept.
if [ "${FAST:-}" = 1 ]; then
  readonly FUZZ_BUILD=.build/fuzz-fast FUZZ_SANITIZERS=fuzzer FUZZ_OPTIONS=()
else
  readonly FUZZ_BUILD=.build/fuzz FUZZ_SANITIZERS=fuzzer,address FUZZ_OPTIONS=(--sanitize address)
fi
readonly FUZZER=$FUZZ_BUILD/release/auth-fuzz

# Swift's own `-sanitize=fuzzer` links libFuzzer with a `main` function. This program has one, which selects the target, so it's built
# with the coverage that the option enables, and linked with the library without a `main` function.
build_fuzzer() {
  local resources library
  resources=$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["paths"]["runtimeResourcePath"])')
  library=$(compgen -G "$resources/clang/lib/linux/libclang_rt.fuzzer_no_main-$(uname -m).a" || true)
  [ -n "$library" ] || library=$(compgen -G "$(dirname "$resources")/clang/*/lib/linux/libclang_rt.fuzzer_no_main-$(uname -m).a" | head -1)
  if [ -z "$library" ]; then
    echo "fuzz: the Swift toolchain in $resources has no libFuzzer" >&2
    return 1
  fi
  # Only what the targets use. Warnings of an optimized build aren't errors.
  AUTH_SANITIZE=$FUZZ_SANITIZERS AUTH_WARNINGS='' AUTH_TRAITS='' swift build --configuration release --product auth-fuzz \
    --scratch-path "$FUZZ_BUILD" --traits Curl,Generator,Loopback,PostgreSQL "${FUZZ_OPTIONS[@]}" \
    -Xswiftc -enable-testing \
    -Xlinker --whole-archive -Xlinker "$library" -Xlinker --no-whole-archive -Xlinker -lstdc++
}
