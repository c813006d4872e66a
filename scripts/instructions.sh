#!/bin/sh
# Counts the instructions of 100,000 decisions with callgrind and prints how many one decision takes. For another
# build, set RUSTFLAGS, and CARGO_TARGET_DIR so that the two do not keep displacing each other.
set -eu

decisions=100000 # DECISIONS in crates/bench/benches/instructions.rs
cargo=${CARGO:-cargo}

# The runner must be of the same version as the library.
wanted=$(sed -n '/^name = "gungraun"$/{n;s/^version = "\(.*\)"$/\1/p;}' Cargo.lock)
if ! gungraun-runner --version 2>/dev/null | grep -qF "$wanted"; then
  "$cargo" install --locked gungraun-runner --version "$wanted"
fi

report=$(mktemp)
trap 'rm -f "$report"' EXIT
"$cargo" bench --package whistlestop-bench --bench instructions >"$report"

echo "Instructions per decision (callgrind, $decisions decisions, ${RUSTFLAGS:-plain build}):"
awk -v decisions="$decisions" '
  /^instructions::/ {
    way = $1; sub(/.*::/, "", way)
    table = $2; sub(/:.*/, "", table)
  }
  $1 == "Instructions:" {
    split($2, count, "|")
    printf "  %-14s %-16s %8.1f", way, table, count[1] / decisions
    change = ""
    for (i = 3; i <= NF; i++) if ($i ~ /%\)$/) change = $i
    print (change == "" ? "" : "  since the last run " ($(NF) ~ /\]$/ ? $(NF - 1) : change))
    found = 1
  }
  END { exit !found }
' "$report"
