#!/usr/bin/env bash
# Trains a network on row files. Creates a Python environment in training/.venv at the first call and
# passes all options to shusaku_training.train (see --help). TRAINERS=N trains with N processes of
# one thread each.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$here/.venv

if ! "$venv/bin/python" -c "import shusaku_training, torch" 2>/dev/null; then
    echo "installing PyTorch in $venv (once, takes some minutes)" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --editable "$here[plot]"
fi

export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}
if [ "${TRAINERS:-1}" = 1 ]; then
    exec "$venv/bin/python" -m shusaku_training.train "$@"
fi
exec "$venv/bin/torchrun" --nproc-per-node "$TRAINERS" -m shusaku_training.train "$@"
