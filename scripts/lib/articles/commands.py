"""The reference of a command and its subcommands, from the command's own description."""

import json
import re
import subprocess
import textwrap

from text import escaped

# Every command has this subcommand and these options, so ArgumentParser's own description is enough.
HELP = "help"
EVERYWHERE = {HELP, "version"}


def article(program, name, title, abstract):
    dump = json.loads(run(program, "--experimental-dump-help"))["command"]
    lines = [f"# {title}", "", abstract, "", "## Overview", "", escaped(dump["abstract"])
             + f" Every command has `--help`. The descriptions below are the output of `{name} help COMMAND`.", ""]
    for command in dump["subcommands"]:
        if command["commandName"] != HELP:
            lines += section(program, command, [name])
    return "\n".join(lines).rstrip() + "\n"


def run(program, *arguments):
    done = subprocess.run([program, *arguments], check=True, capture_output=True, text=True, env={"COLUMNS": "1000"})
    return done.stdout


def section(program, command, above):
    path = [*above, command["commandName"]]
    children = [one for one in command.get("subcommands", []) if one["commandName"] != HELP]
    level = "##" if len(above) == 1 else "###"
    lines = [f"{level} {' '.join(path)}", "", escaped(command["abstract"]), ""]
    if not children:
        lines += ["```", usage(program, path), "```", ""]
    for paragraph in (command.get("discussion") or "").split("\n\n"):
        if paragraph.startswith("  "):
            lines += ["```", *textwrap.dedent(paragraph).splitlines(), "```", ""]
        elif paragraph:
            lines += [escaped(paragraph.replace("\n", " ")), ""]
    lines += table([one for one in command.get("arguments", []) if one["shouldDisplay"] and not is_everywhere(one)])
    for child in children:
        lines += section(program, child, path)
    return lines


def usage(program, path):
    """The line of the help that starts with USAGE, without that word."""
    text = run(program, "help", *path[1:])
    return re.search(r"^USAGE: (.*?)$", text, re.MULTILINE)[1]


def is_everywhere(argument):
    return any(one["name"] in EVERYWHERE for one in argument.get("names", []))


def table(arguments):
    if not arguments:
        return []
    lines = ["| Argument | Meaning |", "| --- | --- |"]
    for argument in arguments:
        lines.append(f"| {spelling(argument)} | {meaning(argument)} |")
    return [*lines, ""]


def spelling(argument):
    value = argument["valueName"].upper()
    if argument["kind"] == "positional":
        return f"`{value}{'…' if argument['isRepeating'] else ''}`"
    names = [("-" if one["kind"] == "short" else "--") + one["name"] for one in argument["names"]]
    return ", ".join(f"`{name}{' ' + value if argument['kind'] == 'option' else ''}`" for name in names)


def meaning(argument):
    words = [escaped(argument.get("abstract", ""))]
    if argument.get("allValues"):
        words.append("One of " + ", ".join(f"`{one}`" for one in argument["allValues"]) + ".")
    if "defaultValue" in argument:
        words.append(f"Default: `{argument['defaultValue']}`.")
    if not argument["isOptional"]:
        words.append("Required.")
    if argument["isRepeating"] and argument["kind"] == "option" and "repeat" not in words[0]:
        words.append("You can repeat this option.")
    return " ".join(word for word in words if word).replace("|", "\\|")
