# shellcheck shell=bash
# What all scripts say to a build, so that nothing is compiled twice.

# See Package.swift.
export AUTH_WARNINGS=error

# Until Swift 6.4, SwiftPM tells the compiler a package's traits in the order of a set, which is another one whenever it plans
# a build (swiftlang/swift-package-manager#10525): everything with traits was compiled anew. Programs that are tested run without it.
export SWIFT_DETERMINISTIC_HASHING=1

# The URL of this package that the README, the articles and the tutorials tell readers to add. A release fills it in
# (scripts/lib/install-line).
: "${AUTH_PACKAGE_URL:=https://github.com/OWNER/swift-auth-generator}"
export AUTH_PACKAGE_URL
