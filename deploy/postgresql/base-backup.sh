#!/bin/sh
# Makes and verifies a base backup, and keeps the newest seven: base-backup.sh FOLDER
# Connection: PGHOST, PGUSER, PGPASSWORD and so on.
set -eu
folder=$1
name="$folder/$(date -u +%Y%m%dT%H%M%SZ)"
mkdir -p "$folder"
pg_basebackup --pgdata="$name.part" --format=plain --wal-method=stream --checkpoint=fast
pg_verifybackup "$name.part"
mv "$name.part" "$name"
find "$folder" -mindepth 1 -maxdepth 1 -type d -name '*Z' | sort | head -n -7 | xargs -r rm -rf
