"""Draws the folders of each module between two comments of a page."""

import re

BEGIN, END = "<!-- folders: scripts/check-folders --update writes this -->", "<!-- /folders -->"


def drawn(modules):
    return "\n\n".join(f"`Sources/{module.name}`:\n\n{diagram(module)}" for module in modules)


def diagram(module):
    lines = [f"  {user} --> {used}" for user, used in module.lines]
    alone = [f"  {folder}" for folder in module.folders if not any(folder in pair for pair in module.lines)]
    return "\n".join(["```mermaid", "flowchart LR", *lines, *alone, "```"])


def redrawn(page, modules):
    """The page with the drawing of these modules."""
    if BEGIN not in page or END not in page:
        raise ValueError(f"the page lacks '{BEGIN}' or '{END}'")
    between = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    return between.sub(lambda _: f"{BEGIN}\n\n{drawn(modules)}\n\n{END}", page)
