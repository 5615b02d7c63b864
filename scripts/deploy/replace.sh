#!/bin/sh
# Replaces the replicas of compose.yaml with another version, one after the other, without losing a request:
#   ./replace.sh VERSION   builds this checkout as setu-circle:VERSION and starts it
#   ./replace.sh --back    starts the previous version, without a build
# A replica is replaced only when /readyz of the one before responds with 200. If one is not ready within two minutes,
# the script restores the old version, and its exit code is 1. .env contains both versions.
set -eu
cd "$(dirname "$0")"

read_setting() { sed -n "s/^$1=//p" .env | tail -n 1; }
write_versions() { # RUNNING BEFORE; a whole new file, so that a full disk leaves the old one
  file=$(readlink -f .env)
  cp -p "$file" "$file.new" # owner and mode
  grep -v -e '^VERSION=' -e '^PREVIOUS=' "$file" > "$file.new"
  printf 'VERSION=%s\nPREVIOUS=%s\n' "$1" "$2" >> "$file.new"
  sync "$file.new"
  mv "$file.new" "$file"
}

running=$(read_setting VERSION)
case "${1:-}" in
  --back)
    next=$(read_setting PREVIOUS)
    [ -n "$next" ] || { echo "There is no version before $running" >&2; exit 2; }
    ;;
  "" | -*) sed -n '3,4s/^# *//p' "$0" >&2; exit 2 ;;
  "$running") echo "Version $running runs already: give the new one another name" >&2; exit 2 ;;
  *)
    next=$1
    COMMIT=$(git rev-parse HEAD 2>/dev/null || true)
    VERSION=$next PREVIOUS=$running COMMIT=$COMMIT docker compose build app-1
    ;;
esac

is_ready() { # REPLICA; from the proxy, which has curl
  docker compose exec -T proxy curl --silent --fail --max-time 2 --output /dev/null "http://$1:3000/readyz"
}

bring() { # REPLICA VERSION
  VERSION=$2 docker compose up --detach --no-deps --no-build --force-recreate "$1" || return 1
  attempts=0
  until is_ready "$1"; do
    attempts=$((attempts + 1))
    [ "$attempts" -lt "${ATTEMPTS:-120}" ] || return 1
    sleep "${PAUSE:-1}"
  done
}

if ! bring app-1 "$next"; then
  echo "app-1 does not get ready with $next: back to $running" >&2
  bring app-1 "$running" || true
  exit 1
fi
if ! bring app-2 "$next"; then
  echo "app-2 does not get ready with $next: both back to $running" >&2
  bring app-2 "$running" || true
  bring app-1 "$running" || true
  exit 1
fi
write_versions "$next" "$running"
# Otherwise visitors see old pages for minutes. Hashed files stay, for pages that are still open, and so do files
# that nginx is writing: their names are longer.
docker compose exec -T proxy sh -c "grep -raLE '^KEY: [^ ]* [^/]*/(assets|fonts|line|social)/' --include='????????????????????????????????' /var/lib/nginx/setu-circle | xargs -r rm -f" ||
  echo "nginx's cache is not emptied: it may show old pages for five minutes" >&2
