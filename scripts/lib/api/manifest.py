"""Reads what a package that depends on this one sees in Package.swift: the products, traits, and platforms, and the version of the tools."""

import os

from api.declarations import Declaration
from dependencies import packages


def read(root):
    # As another package sees it. With this project's own variables, the package would enable all traits.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("AUTH_", "AUTHGEN_"))}
    return set(declarations(packages.dump(root, environment)))


def declarations(package):
    yield Declaration("name", package["name"].lower())
    yield Declaration("tools version", package["toolsVersion"]["_version"])
    for platform in package["platforms"]:
        yield Declaration(f"platform {platform['platformName']}", platform["version"])
    plugins = {target["name"]: target["pluginCapability"] for target in package["targets"] if target["type"] == "plugin"}
    for product in package["products"]:
        kind = next(iter(product["type"]))
        yield Declaration(f"product {product['name']}", " ".join([kind, *capabilities(product["targets"], plugins)]))
    for trait in package["traits"]:
        if trait["name"] == "default":
            yield from (Declaration(f"default trait {name}", "trait") for name in trait["enabledTraits"])
        else:
            enabled = sorted(trait["enabledTraits"])
            yield Declaration(f"trait {trait['name']}", "trait" + (f" that enables {', '.join(enabled)}" if enabled else ""))


def capabilities(targets, plugins):
    """What the plugins among the targets do: the verb of a command, and the permissions that the user must give it."""
    for capability in (plugins[target] for target in targets if target in plugins):
        if "command" not in capability:
            yield from capability
            continue
        intent, permissions = capability["command"]
        yield f"command {intent.get('custom', {}).get('verb') or next(iter(intent))}"
        yield from (f"with {next(iter(one))}" for one in permissions)
