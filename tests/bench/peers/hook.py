"""The smallest prompt hook in Python."""
import json
import sys

json.load(sys.stdin)["prompt"].startswith("no,")
