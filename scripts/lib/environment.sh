# shellcheck shell=bash
# The environment for all builds by scripts, so that nothing is compiled twice with the same traits.

# Package.swift reads both variables. Builds enable all traits, unless AUTH_TRAITS is already set, as in scripts/demo.
export AUTH_WARNINGS=error
export AUTH_TRAITS=${AUTH_TRAITS:-all}

# Before Swift 6.4, SwiftPM passes a package's traits to the compiler in the order of a set, which changes whenever it
# plans a build (swiftlang/swift-package-manager#10525). Everything with traits would then be compiled again. Tested
# programs run without this setting.
export SWIFT_DETERMINISTIC_HASHING=1

# The URL of this package that the README, the articles, and the tutorials show. A release fills it in
# (scripts/lib/install-line).
: "${AUTH_PACKAGE_URL:=https://github.com/OWNER/swift-auth-generator}"
export AUTH_PACKAGE_URL

# Scripts write the URL into Swift, JSON, and commands, so it must not contain characters that are special there.
check_package_url() {
  local LC_ALL=C name='[A-Za-z0-9._~%+-]+'
  local host="($name@)?$name(:[0-9]+)?"
  [[ $AUTH_PACKAGE_URL =~ ^((https|ssh)://$host|$name@$name:$name)?(/$name)+$ ]] && return
  printf "%s: AUTH_PACKAGE_URL is %q; use an https or ssh URL, or an absolute path, without spaces or quotation marks\n" \
    "${0##*/}" "$AUTH_PACKAGE_URL" >&2
  exit 1
}
check_package_url
