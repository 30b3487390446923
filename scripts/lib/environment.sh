# shellcheck shell=bash
# The environment for all builds by scripts, so that nothing is compiled twice.

# See Package.swift.
export AUTH_WARNINGS=error

# Before Swift 6.4, SwiftPM passes a package's traits to the compiler in the order of a set, which changes whenever it
# plans a build (swiftlang/swift-package-manager#10525). Everything with traits would then be compiled again. Tested
# programs run without this setting.
export SWIFT_DETERMINISTIC_HASHING=1

# The URL of this package that the README, the articles, and the tutorials show. A release fills it in
# (scripts/lib/install-line).
: "${AUTH_PACKAGE_URL:=https://github.com/OWNER/swift-auth-generator}"
export AUTH_PACKAGE_URL
