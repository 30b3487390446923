"""Tests the checks of a site: plants one mistake at a time in a small site, and expects a check to find it."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from finish import finish
from links import Links
from pages import pages
from serve import served
from visit import visit_all

SAMPLE = pathlib.Path(__file__).resolve().parents[3] / "Tests/Site/Sample.docc"
PREFIX = "/some/prefix"
# A damaged page never shows everything, so the wait is shorter than for a slow page.
LIMIT = 3_000
# What the filter of the sample has to find: an entry of its A-Z page, and a tutorial.
WORDS = ["invalid_thing", "Two steps"]


def built(folder, base="/"):
    site = folder / f"site{base.replace('/', '-')}"
    subprocess.run(
        ["docc", "convert", SAMPLE, "--output-path", site, "--fallback-bundle-identifier", "Sample",
         "--fallback-display-name", "Sample", "--transform-for-static-hosting", "--hosting-base-path", base,
         "--warnings-as-errors"], check=True, stdout=subprocess.DEVNULL)
    finish(site, base, "/documentation/sample", "/documentation/sample/words")
    return site


def edit(file, change):
    content = json.loads(file.read_text())
    change(content)
    file.write_text(json.dumps(content))


def only_in_json(site, path, change):
    edit(site / "data" / f"{path}.json", change)


def missing_image(site):
    (site / "images/Sample/square.svg").unlink()


def broken_link(site):
    def change(content):
        content["references"]["doc://Sample/documentation/Sample/Second"]["url"] = "/documentation/sample/third"
    only_in_json(site, "documentation/sample", change)


def broken_anchor(site):
    def change(content):
        content["references"]["doc://Sample/documentation/Sample/Second#A-part"]["url"] += "-that-is-gone"
    only_in_json(site, "documentation/sample", change)


def insecure_link(site):
    def change(content):
        content["references"]["https://example.com/page"]["url"] = "http://example.com/page"
    only_in_json(site, "documentation/sample", change)


def missing_step_file(site):
    only_in_json(site, "tutorials/sample/steps", lambda content: content["references"].pop("step-2.swift"))


def empty_step_file(site):
    def change(content):
        content["references"]["step-2.swift"]["content"] = []
    only_in_json(site, "tutorials/sample/steps", change)


def missing_html(site):
    shutil.rmtree(site / "documentation/sample/second")


# Mistakes that the check of the files finds, each with its message.
IN_FILES = [
    (missing_image, "the image /images/Sample/square.svg is missing"),
    (broken_link, "the link '/documentation/sample/third' leads to no page"),
    (broken_anchor, "leads to no part of /documentation/sample/second"),
    (insecure_link, "the link 'http://example.com/page' is no https address"),
    (missing_step_file, "refers to 'step-2.swift'"),
    (empty_step_file, "the file 'step-2.swift' of a step is empty"),
    (missing_html, "documentation/sample/second/index.html is missing"),
]


def gone_json(site):
    (site / "data/documentation/sample/second.json").unlink()


def gone_program(site):
    for file in (site / "js").glob("*topic*.js"):
        file.write_text("throw new Error('damaged')")


def other_step(site):
    def change(content):
        content["references"]["step-2.swift"]["content"] = ["let other = 0"]
    only_in_json(site, "tutorials/sample/steps", change)


def other_text(site):
    def change(content):
        content["primaryContentSections"] = []
    only_in_json(site, "documentation/sample", change)


def other_sidebar(site):
    def change(index):
        index["interfaceLanguages"]["swift"] = [
            {"title": "Another", "type": "module", "path": "/documentation/another", "children": [
                {"title": "Something", "type": "struct", "path": "/documentation/another/something"}]}]
    edit(site / "index/index.json", change)


def lost_word(site):
    def change(index):
        for node in index["interfaceLanguages"]["swift"][0]["children"]:
            if node.get("title") == "Words":
                node["children"] = []
    edit(site / "index/index.json", change)


def styled(site, rule):
    with (site / "css/site.css").open("a", encoding="utf-8") as file:
        file.write(rule)


def wide_table(site):
    styled(site, ".table-wrapper { overflow: visible !important } table { min-width: 600px }")


def wide_step(site):
    styled(site, ".step-container, .step { min-width: 600px !important; max-width: none !important }")


def small_drawing(site):
    (site / "images/Sample/drawing-phone.svg").unlink()
    shutil.copy(site / "images/Sample/drawing.svg", site / "images/Sample/drawing-phone.svg")


def cut_code(site):
    def change(content):
        for section in content["primaryContentSections"]:
            for block in section["content"]:
                if block["type"] == "codeListing":
                    block["code"] = ["let answer = 42  // " + "and so on " * 30]
    only_in_json(site, "documentation/sample", change)


def pale_footer(site):
    styled(site, "body .footer .color-scheme-toggle .text { color: #223 !important; background: #000 }")


# Mistakes that the browser finds, by comparing with the text of the pages before the damage.
IN_BROWSER = [
    (gone_json, ["/documentation/sample/second/ does not show 'Asecondpage'", "has the status 404"]),
    (gone_program, ["/tutorials/sample/steps/ does not show 'Twosteps'", "damaged"]),
    (missing_image, ["square.svg has the status 404"]),
    (other_step, ["/tutorials/sample/steps/ does not show", "step 2 does not show its code"]),
    (other_text, ["/documentation/sample/ does not show 'Thesentences"]),
    (other_sidebar, ["/documentation/sample/second/ is not selected in the sidebar", "finds nothing for 'invalid_thing'"]),
    (lost_word, ["/documentation/sample/ the filter finds nothing for 'invalid_thing'"]),
    (wide_table, ["/documentation/sample/second/ is 6", "/documentation/sample/second/ has table"]),
    (wide_step, ["/tutorials/sample/steps/ has "]),
    (small_drawing, ["/documentation/sample/second/ shows text of 8.2 px in drawing-phone.svg"]),
    (cut_code, ["/documentation/sample/ cuts the code 'let answer = 42"]),
    (pale_footer, ["/tutorials/tutorials/ shows 'Light' with a contrast of 1."]),
]


def damaged(site, folder, damage):
    copy = folder / damage.__name__
    shutil.copytree(site, copy)
    damage(copy)
    return copy


def unsaid(problems, expected):
    return [text for text in expected if not any(text in problem for problem in problems)]


def run(folder):
    site = built(folder)
    whole = pages(site)
    with served(site) as top:
        failures = [f"the whole site: {one}" for one in Links(site, whole).check().problems + visit_all(top, whole, words=WORDS)]
    with served(built(folder, PREFIX), PREFIX) as top:
        failures += [f"the site below a prefix: {one}" for one in visit_all(top, whole, words=WORDS)]
    for damage, expected in IN_FILES:
        copy = damaged(site, folder, damage)
        found = Links(copy, pages(copy)).check().problems
        failures += [f"{damage.__name__}: no check reported “{text}”, only {found}" for text in unsaid(found, [expected])]
        shutil.rmtree(copy)
    for damage, expected in IN_BROWSER:
        copy = damaged(site, folder, damage)
        with served(copy) as top:
            found = visit_all(top, whole, LIMIT, WORDS)
        failures += [f"{damage.__name__}: no check reported “{text}”, only {found}" for text in unsaid(found, expected)]
    return failures


def main():
    with tempfile.TemporaryDirectory(prefix="check-site-") as folder:
        failures = run(pathlib.Path(folder))
    for failure in failures:
        print(f"check-site --self-test: {failure}", file=sys.stderr)
    if not failures:
        print(f"check-site --self-test: {len(IN_FILES) + len(IN_BROWSER)} kinds of damage were found")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
