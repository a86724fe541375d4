#!/usr/bin/env bash
# Fuzzes each target in turn: bash fuzz/run.sh SECONDS [TARGET...]
# Prints one line per target. Inputs are kept in fuzz/corpus, those that fail in fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:-}
if ! [[ $seconds =~ ^[1-9][0-9]*$ ]]; then
    echo "error: SECONDS is ${seconds:-missing}: expected bash fuzz/run.sh SECONDS [TARGET...]" >&2
    exit 2
fi
shift
all=(analysis board config gtp network review rules session sgf weights)
targets=("${@:-${all[@]}}")
for target in "${targets[@]}"; do
    if [ ! -f "fuzz_targets/$target.rs" ]; then
        echo "error: there is no target $target: expected some of ${all[*]}" >&2
        exit 2
    fi
done

RUSTC_WRAPPER=$PWD/instrument cargo build --bins >&2

failed=0
for target in "${targets[@]}"; do
    program=target/debug/$target
    corpus=corpus/$target
    artifacts=artifacts/$target
    mkdir -p "$corpus" "$artifacts"
    log=artifacts/$target.log
    found=$(find "$artifacts" -type f | wc -l)
    # What was found in earlier runs; this also writes the seeds.
    FUZZ_SEEDS=corpus/$target.seeds "$program" -runs=0 -timeout=20 -artifact_prefix="$artifacts/" \
        "$corpus" 2>"$log" || failed=1
    "$program" -max_total_time="$seconds" -max_len=200000 -timeout=20 -rss_limit_mb=2048 \
        -print_final_stats=1 -dict="corpus/$target.dict" \
        -artifact_prefix="$artifacts/" "$corpus" "corpus/$target.seeds" 2>>"$log" || failed=1
    found=$(($(find "$artifacts" -type f | wc -l) - found))
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    echo "$target: ${runs:-0} executions, coverage ${coverage:-0}, $found crashes"
done
exit "$failed"
