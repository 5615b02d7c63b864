#!/bin/sh
# Writes the newsletter's tables of compose.yaml's database into FOLDER and deletes dumps that are older than the
# privacy page promises:
#   ./backup.sh FOLDER
# Without a new dump nothing is deleted, and the exit code is not 0.
set -eu
folder=${1:?the folder of the dumps, such as /var/backups/setu-circle}
cd "$(dirname "$0")"

file=$folder/$(date +%F).sql
docker compose exec -T database pg_dump --username=setu --no-owner --table='newsletter_*' setu > "$file.new"
sync "$file.new"
mv "$file.new" "$file"
# In whole days: a dump is deleted on its 29th day, so that a copy of the folder keeps none for more than 30 days.
# Incomplete dumps are deleted too.
find "$folder" -name '*.sql*' -mtime +28 -delete
