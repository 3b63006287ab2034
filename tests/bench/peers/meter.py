"""How full the window is by a transcript, as scripts do it: all lines, the last usage counts."""
import json
import sys

used = 0
with open(sys.argv[1], "rb") as lines:
    for line in lines:
        usage = json.loads(line).get("message", {}).get("usage")
        if usage:
            used = sum(usage.get(key, 0) for key in (
                "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"))
print(used)
