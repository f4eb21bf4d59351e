#!/usr/bin/env python3
"""Makes decisions.jsonl from a set of published decision documents.

    python3 make.py PATH/TO/decisions.jsonl > decisions.jsonl

Input rows: {id, family, project, kind, title?, text, rationale?, created_at, supersedes, superseded_by, ...}.
Kept are families whose licence allows it (see README.md) and, of each row, the fields of a memory. Links are left
out on purpose: the demo shows what the passes find from the texts alone.
"""

import json
import re
import sys
from collections import Counter

FIELDS = ("id", "project", "kind", "text", "rationale", "created_at")
# How many rows of each family, at most.
TAKE = {"pep": 455, "nep": 36, "fip": 59, "eip": 200}


def number(row):
    """The document's number, so that `pep-20` comes before `pep-100`."""
    digits = re.findall(r"\d+", row["id"])
    return int(digits[-1]) if digits else 0


def title(row):
    return row.get("title", row["text"].split(". ", 1)[0]).casefold()


def main(path):
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["family"] in TAKE]
    titles = Counter((row["family"], title(row)) for row in rows)

    def interest(row):
        """Linked rows and equal titles first: where a pass may find something."""
        linked = bool(row.get("supersedes") or row.get("superseded_by"))
        return (not (linked or titles[row["family"], title(row)] > 1), number(row), row["id"])

    chosen = []
    for family, count in TAKE.items():
        chosen += sorted((row for row in rows if row["family"] == family), key=interest)[:count]
    for row in sorted(chosen, key=lambda row: (row["project"], row["created_at"], number(row), row["id"])):
        kept = {field: row[field] for field in FIELDS if row.get(field)}
        print(json.dumps(kept, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
