#!/bin/sh
# Brings the replicas of compose.yaml to the version that lies here, one after the other, without a
# request lost: the next is touched only when the one before is ready again.
set -eu
cd "$(dirname "$0")"
docker compose build app-1
for replica in app-1 app-2; do
  docker compose up --detach --no-deps --force-recreate --wait --wait-timeout 120 "$replica"
done
