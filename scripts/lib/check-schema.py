"""Validates descriptors against Providers/schema.json: FILE..., or all in the repository."""

import json
import re
import sys
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator


class DescriptorLoader(yaml.BaseLoader):
    """Loads scalars as the reader does: as the string in the file, except true, false, null and decimal numbers.

    Keys are always the string in the file.
    """

    def construct_mapping(self, node, deep=False):
        return {key.value: self.construct_object(value, deep=True) for key, value in node.value}


DescriptorLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|false)$", "tf"),
    ("int", r"^[0-9]+$", "0123456789"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
]:
    DescriptorLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))
for tag, construct in [
    ("bool", lambda _, node: node.value == "true"),
    ("int", lambda _, node: int(node.value)),
    ("null", lambda _, node: None),
]:
    DescriptorLoader.add_constructor(f"tag:yaml.org,2002:{tag}", construct)


def all_descriptors():
    return sorted(Path("Providers").rglob("*.yaml")) + sorted(Path("Tests/Reference/Descriptors").glob("*.yaml"))


def main(arguments):
    schema = json.loads(Path("Providers/schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    files = [Path(name) for name in arguments] or all_descriptors()
    slips = 0
    for file in files:
        content = yaml.load(file.read_text(encoding="utf-8"), DescriptorLoader)
        for error in sorted(validator.iter_errors(content), key=lambda error: error.json_path):
            print(f"{file}: {error.json_path}: {error.message}", file=sys.stderr)
            slips += 1
    print(f"{len(files)} descriptors, {slips} slips")
    return 1 if slips or not files else 0


sys.exit(main(sys.argv[1:]))
