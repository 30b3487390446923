"""Reads the options of a command from the description that it prints. Every command has `--help` and `--version`."""

import json
import subprocess

from api.declarations import Declaration


def read(program):
    done = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True)
    return set(declarations(json.loads(done.stdout)["command"], ()))


def declarations(command, parents):
    path = (*parents, command["commandName"])
    if command["commandName"] == "help":
        return
    yield Declaration(" ".join(path), "command")
    for argument in command.get("arguments", []):
        if argument["shouldDisplay"] and argument.get("preferredName", {}).get("name") not in ("help", "version"):
            yield declaration(argument, path)
    for subcommand in command.get("subcommands", []):
        yield from declarations(subcommand, path)


def declaration(argument, path):
    value = f"<{argument['valueName']}>"
    words = [argument["kind"]]
    if argument["kind"] == "positional":
        name = value
    else:
        names = [("--" if one["kind"] == "long" else "-") + one["name"] for one in argument["names"]]
        preferred = argument["preferredName"]
        name = ("--" if preferred["kind"] == "long" else "-") + preferred["name"]
        words += ["also " + other for other in sorted(names) if other != name]
        words += [value] if argument["kind"] == "option" else []
    words += ["repeating"] if argument["isRepeating"] else []
    words += ["= " + argument["defaultValue"]] if "defaultValue" in argument else []
    return Declaration(f"{' '.join(path)} {name}", " ".join(words), not argument["isOptional"])
