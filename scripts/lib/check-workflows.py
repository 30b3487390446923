"""See scripts/check-workflows."""

import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
USES = re.compile(r"\buses:\s*([^,}\n]*)")
PINNED = re.compile(r"([\w.-]+/[\w./-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+")
# Everyone may determine some values, and a command can't quote them.
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")
# Values of the event, which may name a stranger's commit.
FOREIGN = re.compile(r"\$\{\{[^}]*\bgithub\W+(event|head_ref)\b[^}]*\}\}")
# Swift's own images, by tag: a digest would keep an image without the system's security updates. No service is allowed.
IMAGE = re.compile(r"swift:\d+\.\d+(\.\d+)?-\w+|\$\{\{ matrix\.container \}\}")
# The privileges that scripts/chaos needs for networks, mounts, and kernel settings in its own namespaces.
OPTIONS = {"--cap-add=SYS_ADMIN", "--cap-add=NET_ADMIN", "--security-opt=apparmor=unconfined", "--security-opt=systempaths=unconfined",
           "--device=/dev/net/tun"}
# They give a stranger's code this repository's permissions.
PRIVILEGED = {"pull_request_target", "workflow_run"}
# The permissions beyond `contents: read` that jobs need. A pull request never gets them.
PERMISSIONS = {
    ("documentation.yml", "publish"): {("pages", "write"), ("id-token", "write")},
    ("drift.yml", "propose"): {("contents", "write"), ("pull-requests", "write")},
    ("release.yml", "version"): {("actions", "read")},
    ("release.yml", "publish"): {("contents", "write")},
}
SCRIPT = re.compile(r"(?<![\w/.-])scripts/[\w./-]+")


def problems(workflows):
    """The problems of some workflows, a dictionary from name to text."""
    pins = {}
    for name, text in workflows.items():
        workflow = yaml.safe_load(text)
        for problem in [*unpinned(text, workflow, pins), *excessive(name, workflow)]:
            yield f"{name}: {problem}"
    for action, revisions in pins.items():
        if len(revisions) > 1:
            yield f"{action} has several commits: {', '.join(sorted(revisions))}"


def unpinned(text, workflow, pins):
    steps = [step for job in workflow["jobs"].values() for step in job.get("steps", [])]
    written = [used.strip() for used in USES.findall(text)]
    # The version is in a comment, which only the text has. An action that's written in another way would be overlooked.
    named = [one["uses"] for one in [*workflow["jobs"].values(), *steps] if "uses" in one]
    if sorted(used.split(" ")[0] for used in written) != sorted(named):
        yield f"actions must be written as 'uses: OWNER/ACTION@COMMIT # vVERSION'; found {', '.join(sorted(named))}"
    for used in written:
        if used.startswith("./"):
            continue
        pin = PINNED.fullmatch(used)
        if pin:
            pins.setdefault(pin[1], set()).add(pin[2])
        else:
            yield f"'{used}' isn't pinned; expected OWNER/ACTION@COMMIT # vVERSION, with 40 hexadecimal digits"


def excessive(file, workflow):
    events = workflow[True]  # YAML reads the key `on` as a Boolean value.
    events = [events] if isinstance(events, str) else list(events)
    for event in PRIVILEGED.intersection(events):
        yield f"the event {event} gives a stranger's code this repository's permissions; use pull_request"
    if workflow.get("permissions", "missing") not in ({}, {"contents": "read"}):
        yield "the top-level permissions must be {} or 'contents: read'"
    for name, job in workflow["jobs"].items():
        allowed = set() if "pull_request" in events else PERMISSIONS.get((file, name), set())
        for problem in job_problems(job, allowed):
            yield f"the job {name} {problem}"


def job_problems(job, allowed):
    permissions = job.get("permissions", {})
    if isinstance(permissions, str):
        yield f"has the permissions '{permissions}'; name each permission"
        permissions = {}
    excess = sorted(set(permissions.items()) - {("contents", "read")} - allowed)
    for permission, level in excess:
        yield f"has the permission '{permission}: {level}'; if the job needs more permissions, add it to PERMISSIONS in check-workflows.py"
    if not excess and "write" in permissions.values() and job.get("container"):
        yield "has write permissions and a container, whose image anyone with access to its registry can replace"
    if "timeout-minutes" not in job:
        yield "has no time limit; set timeout-minutes"
    yield from image_problems(job)
    commands = [step.get("run", "") for step in job["steps"]] + list(strings(job.get("strategy", {})))
    for script in sorted({script for command in commands for script in SCRIPT.findall(command)}):
        if not (ROOT / script).is_file():
            yield f"runs {script}, which doesn't exist"
    for step in job["steps"]:
        command = step.get("run", "")
        for code in (command, step.get("shell", ""), str((step.get("with") or {}).get("script", ""))):
            if expression := EXPRESSION.search(code):
                yield f"has {expression[0]} in a command; pass it through env"
        if foreign := FOREIGN.search(str((step.get("with") or {}).get("ref", ""))):
            yield f"checks out {foreign[0]}, which a stranger determines"
        keeps = (step.get("with") or {}).get("persist-credentials") is not False
        if step.get("uses", "").startswith("actions/checkout@") and keeps and permissions.get("contents") != "write":
            yield "keeps the credentials of its checkout; set 'persist-credentials: false'"


def strings(value):
    """All strings in a value of YAML."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(one)


def image_problems(job):
    container = job.get("container") or ""
    images = [container if isinstance(container, str) else container["image"]]
    images += [service["image"] for service in (job.get("services") or {}).values()]
    matrix = job.get("strategy", {}).get("matrix", {})
    images += [one["container"] for one in matrix.get("include", []) if "container" in one]
    images += matrix.get("container", [])
    options = set() if isinstance(container, str) else set(str(container.get("options", "")).split())
    for option in sorted(options - OPTIONS):
        yield f"has the container option '{option}'; use only those in check-workflows.py"
    for image in filter(None, images):
        if not IMAGE.fullmatch(image):
            yield f"has the image '{image}'; use one of swift:VERSION-SYSTEM"


# An allowed workflow, and for each rule a replacement that breaks it, with a part of the message.
ALLOWED = """
on:
  pull_request:
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-24.04
    container: "swift:6.3-bookworm"
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@0123456789012345678901234567890123456789 # v4.2.2
        with:
          persist-credentials: false
      - run: scripts/test --filter "$NAME"
"""
FAULTS = (
    ("0123456789012345678901234567890123456789 # v4.2.2", "v4", "isn't pinned"),
    ("0123456789012345678901234567890123456789", "0123456", "isn't pinned"),
    (" # v4.2.2", "", "isn't pinned"),
    ("  contents: read", "  contents: write", "top-level permissions"),
    ("permissions:\n  contents: read", "permissions: write-all", "top-level permissions"),
    ("permissions:\n  contents: read\n", "", "top-level permissions"),
    ("    timeout-minutes: 5\n", "", "no time limit"),
    ("timeout-minutes: 5", "timeout-minutes: 5\n    permissions: { issues: write }", "more permissions"),
    ("timeout-minutes: 5", "timeout-minutes: 5\n    permissions: write-all", "name each permission"),
    ("pull_request:\npermissions:\n  contents: read\njobs:\n  test:", "push:\npermissions:\n  contents: read\njobs:\n  test:\n    permissions: { issues: write }",
     "more permissions"),
    ("scripts/test --filter", "scripts/missing --filter", "scripts/missing, which doesn't exist"),
    ("timeout-minutes: 5", "strategy: { matrix: { command: [scripts/missing 20] } }\n    timeout-minutes: 5", "scripts/missing, which doesn't exist"),
    ("pull_request:", "pull_request_target:", "pull_request_target"),
    ("persist-credentials: false", "persist-credentials: true", "keeps the credentials"),
    ("\n        with:\n          persist-credentials: false", "", "keeps the credentials"),
    ("scripts/test", "scripts/tset", "scripts/tset, which doesn't exist"),
    ("$NAME", "${{ github.event.pull_request.title }}", "in a command"),
    ("$NAME", "${{ inputs.name }}", "in a command"),
    ("$NAME", "${{ github['head_ref'] }}", "in a command"),
    ("  pull_request:", "  workflow_run:", "workflow_run"),
    ("swift:6.3-bookworm", "stranger/swift:6.3-bookworm", "the image"),
    ("timeout-minutes: 5", "strategy: { matrix: { container: [\"stranger/swift\"] } }\n    timeout-minutes: 5", "the image"),
    ('"swift:6.3-bookworm"', '{image: "swift:6.3-bookworm", options: --device=/dev/net/tun --privileged}', "'--privileged'"),
    ("swift:6.3-bookworm", "swift:6.3-bookworm\"\n    services:\n      database:\n        image: \"postgres:latest", "the image"),
    ("- run: scripts/test", "- {uses: actions/cache@v4}\n      - run: scripts/test", "isn't pinned"),
    ("- run: scripts/test", "- \"uses\": actions/cache@v4\n      - run: scripts/test", "must be written as"),
    ("- run: scripts/test", "- shell: bash -c ${{ inputs.name }} {0}\n        run: scripts/test", "in a command"),
    ("persist-credentials: false", "persist-credentials: false\n          script: ${{ github.event.issue.title }}", "in a command"),
    ("persist-credentials: false", "persist-credentials: false\n          ref: ${{ github.event.pull_request.head.sha }}", "checks out"),
)


def self_test():
    failures = [f"the allowed workflow has a problem: {one}" for one in problems({"allowed": ALLOWED})]
    for old, new, expected in FAULTS:
        found = list(problems({"planted": ALLOWED.replace(old, new, 1)}))
        if old not in ALLOWED or len(found) != 1 or expected not in found[0]:
            failures.append(f"'{old}' replaced with '{new}': expected '{expected}', found {found}")
    publishing = ALLOWED.replace("pull_request", "push").replace("  test:", "  publish:\n    permissions: { contents: write }")
    found = list(problems({"release.yml": publishing}))
    if len(found) != 1 or "a container" not in found[0]:
        failures.append(f"a job with write permissions in a container: found {found}")
    found = list(problems({"one": ALLOWED, "other": ALLOWED.replace("@0", "@1", 1)}))
    if len(found) != 1 or "several commits" not in found[0]:
        failures.append(f"two commits of one action: found {found}")
    return failures, f"{len(FAULTS) + 2} planted faults found"


def main(arguments):
    if arguments == ["--self-test"]:
        failures, summary = self_test()
    elif not arguments:
        files = sorted((ROOT / ".github/workflows").glob("*.y*ml"))
        failures, summary = list(problems({file.name: file.read_text("utf-8") for file in files})), f"{len(files)} workflows"
        failures += [] if files else ["found no workflows"]
    else:
        sys.exit("usage: scripts/check-workflows [--self-test]")
    for failure in failures:
        print(f"check-workflows: {failure}", file=sys.stderr)
    if not failures:
        print(summary)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
