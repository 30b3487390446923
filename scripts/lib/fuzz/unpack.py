"""Writes each input of Tests/Fuzzing/Seeds to its own file, as libFuzzer reads them: unpack.py FOLDER"""
import base64
import json
import shutil
import sys
from pathlib import Path

SEEDS = Path(__file__).resolve().parents[3] / "Tests/Fuzzing/Seeds"

folder = Path(sys.argv[1])
shutil.rmtree(folder, ignore_errors=True)
for path in SEEDS.glob("*.json"):
    place = folder / path.stem
    place.mkdir(parents=True)
    for number, text in enumerate(json.loads(path.read_text())):
        raw = base64.b64decode(text[7:]) if text.startswith("base64:") else text.encode()
        (place / f"seed-{number:03}").write_bytes(raw)
