"""Writes a draft of a descriptor for each provider of a file of facts, and reports which are valid.

    scripts/import-providers FACTS.json [--output FOLDER] [--report]
    scripts/import-providers --self-test [--update]

FACTS.json is an object. `providers` is a list of objects with these members; all but `id` and `name` may be missing:

  id, name, tier            the name of the descriptor's file, the provider's name, and how well the facts are known
  kind                      oauth2, oidc, or custom
  endpoints                 URLs: authorization, token, userinfo, issuer, jwks, discovery, revocation, refresh, end_session,
                            device_authorization, introspection. A name in braces is a placeholder.
  placeholder_defaults, placeholder_enums
                            the default, and the only values, of a placeholder
  scope                     delimiter, seen (scopes that sources request), second_parameter
  pkce                      support (required, supported, tolerated, unsupported, unknown), methods, evidence by source
  client                    auth_methods (the sources by method), public, client_id_param, settings
  authorize_params, token_params
                            constant parameters. ${connectionConfig.name} is a setting, ${random} a random value.
  token_encoding            json, if the token request isn't a form
  token_response            extra_fields, paths (of renamed members)
  callback, callback_rules  code_parameter, extra_parameters; rules about callback URLs
  offline, refresh, logout, lifetimes, environments, variants
  userinfo                  map (paths of claims), root, method, query, headers, token, source, second_call
  quirks, quirks_auto       tags. Those that only name a quirk become a TODO.
  conflicts                 fields about which sources differ, with the values by source
  sources                   the projects and pages that the facts are from

The drafts are written to FOLDER (.build/drafts), which is emptied first. The table has a row for each key and code of the
rejections, with the remedy. `--report` lists every rejection.
"""

import argparse
import collections
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from provider_drafts.draft import Draft, confirmed_domains, draft, identifier  # noqa: E402
from provider_drafts.report import Report  # noqa: E402
from provider_drafts.user import LACKS_ENDPOINT  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Tests/Drafts"
DEFAULTS = {"kind": "oauth2", "tier": "unknown", "endpoints": {}, "scope": {}, "pkce": {}, "client": {}, "quirks": [],
            "quirks_auto": [], "sources": []}
LARGEST = 32 << 20


def providers(path):
    """The providers of a file of facts."""
    if path.stat().st_size > LARGEST:
        raise SystemExit(f"import-providers: {path} is larger than {LARGEST >> 20} MiB")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))["providers"]
    except (ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"import-providers: {path} isn't an object with a list of 'providers': {error}") from None
    found = [{**DEFAULTS, **facts} for facts in found]
    confirmed = confirmed_domains(found)
    for facts in found:
        facts["confirmed_domains"] = confirmed
        facts["scope"] = {"delimiter": " ", "seen": [], **facts["scope"]}
        facts["pkce"] = {"support": "unknown", "evidence": {}, **facts["pkce"]}
        facts["client"] = {"auth_methods": {}, **facts["client"]}
        # The ID becomes the name of a file.
        if not all(character.isascii() and (character.isalnum() or character == "-") for character in facts["id"]):
            raise SystemExit(f"import-providers: '{facts['id']}' isn't an ID; use letters, digits, and hyphens")
        yield facts


def write(facts, folder, is_api_only=False):
    if folder.exists():
        if any(entry.suffix != ".yaml" for entry in folder.iterdir()):
            raise SystemExit(f"import-providers: {folder} has other files; choose a folder of its own with --output")
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    for provider in facts:
        (folder / f"{identifier(provider['id'])}.yaml").write_text(draft(provider, is_api_only), encoding="utf-8")


def authgen(*arguments):
    tool = Path(os.environ.get("AUTHGEN", ROOT / ".build/debug/authgen"))
    if not tool.exists():
        raise SystemExit(f"import-providers: {tool} is missing; run: swift build --product authgen")
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)


@functools.cache
def remedy(code):
    """The second sentence of a diagnostic's explanation."""
    sentences = " ".join(authgen("explain", code).stdout.split("\n\n")[1].split())
    return sentences.partition(". ")[2] or sentences


def diagnosed(folder):
    """The diagnostics of the drafts in a folder, by the draft's ID."""
    run = authgen("validate", folder, "--format", "json")
    try:
        diagnostics = json.loads(run.stdout)["diagnostics"]
    except (ValueError, KeyError):
        raise SystemExit(f"import-providers: authgen failed: {run.stderr[-2000:]}") from None
    found = collections.defaultdict(list)
    for diagnostic in diagnostics:
        found[Path(diagnostic["file"]).stem].append(diagnostic)
    return found


def validated(folder, facts):
    """The report about the drafts in a folder."""
    lost = [provider for provider in facts if Draft(provider).lacks_user == LACKS_ENDPOINT]
    with tempfile.TemporaryDirectory() as other:
        others = Path(other) / "drafts"
        write(lost, others, is_api_only=True)
        found = diagnosed(others)
        errors = {name for name, items in found.items() if any(item["severity"] == "error" for item in items)}
        api_only = {identifier(provider["id"]) for provider in lost} - errors
    unread = [identifier(provider["id"]) for provider in facts if provider.get("userinfo", {}).get("map", {}).get("id")
              and Draft(provider).lacks_user not in (None, LACKS_ENDPOINT)]
    return Report(folder, [identifier(provider["id"]) for provider in facts], api_only, unread, diagnosed(folder), remedy)


def self_test(update):
    """Compares the drafts of a small file of facts with the reviewed ones."""
    expected = SAMPLE / "Expected"
    facts = list(providers(SAMPLE / "facts.json"))
    if update:
        write(facts, expected)
    status = 0
    for provider in facts:
        path = expected / f"{identifier(provider['id'])}.yaml"
        if not path.exists() or path.read_text(encoding="utf-8") != draft(provider):
            print(f"import-providers: the draft of '{provider['id']}' differs from {path.relative_to(ROOT)}")
            status = 1
    known = {identifier(provider["id"]) for provider in facts}
    for path in expected.glob("*.yaml"):
        if path.stem not in known:
            print(f"import-providers: {path.relative_to(ROOT)} has no facts")
            status = 1
    report = validated(expected, facts)
    table = SAMPLE / "rejected.txt"
    text = report.codes()
    if update:
        table.write_text(text, encoding="utf-8")
    if any(line.endswith("Remedy: ") for line in report.rejections().splitlines()):
        print("import-providers: a rejection has no remedy")
        status = 1
    if text != table.read_text(encoding="utf-8"):
        print(f"import-providers: the rejected drafts differ from {table.relative_to(ROOT)}:\n{text}")
        status = 1
    print("import-providers: " + ("the self-test failed; after a review, run it with --update" if status else
                                  f"{len(facts)} drafts are as reviewed"))
    return status


def main():
    parser = argparse.ArgumentParser(prog="import-providers")
    parser.add_argument("facts", nargs="?", type=Path)
    parser.add_argument("--output", type=Path, default=ROOT / ".build/drafts")
    parser.add_argument("--report", action="store_true", help="list every rejection with its key, code, and remedy")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--update", action="store_true", help="with --self-test: write the drafts to review")
    options = parser.parse_args()
    if options.self_test:
        return self_test(options.update)
    if not options.facts:
        parser.error("the path of a file of facts is missing")
    facts = list(providers(options.facts))
    write(facts, options.output)
    report = validated(options.output, facts)
    print(report.table(), end="")
    if options.report:
        print(report.rejections(), end="")
    return 0


sys.exit(main())
