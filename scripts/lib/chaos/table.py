"""Prints results, and declarations, as tables in Markdown."""


def rows(head, body):
    cells = [head, *body]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    return "\n".join([lines[0], "| " + " | ".join("-" * width for width in widths) + " |", *lines[1:]])


def results(results):
    head = ["Scenario", "Rounds", "Refreshes", "Explained losses", "Avoidable losses", "Hangs", "Longest wait", "Limit"]
    return rows(head, [
        [scenario.name, f"{result.rounds}", f"{result.refreshes}", f"{result.explained}", f"{result.avoidable}",
         f"{result.hangs}", f"{result.longest:.1f} s", f"{scenario.limit:g} s"]
        for scenario, result in results])


def declarations(scenarios):
    head = ["Scenario", "Broken", "How", "Limit of a call", "Avoidable losses"]
    return rows(head, [
        [it.name, it.broken, it.how, f"{it.limit:g} s: {it.because}", it.loss.text] for it in scenarios])


def progress(scenario, result, seconds):
    return (f"{scenario.name}: {result.rounds} rounds in {seconds:.0f} s, {result.explained} explained losses, "
            f"{result.avoidable} avoidable, {result.hangs} hangs")
