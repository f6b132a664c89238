#!/bin/sh
# Restores a data folder from a base backup and the archive to a point in time:
#   restore.sh BACKUP ARCHIVE FOLDER '2026-11-21 13:00:00+00'
# Then start PostgreSQL on FOLDER; it replays the archive up to that time and accepts connections.
set -eu
backup=$1 archive=$2 folder=$3 moment=$4
[ ! -e "$folder" ] || { echo "$folder exists already" >&2; exit 1; }
cp -a "$backup" "$folder"
chmod 700 "$folder"
rm -rf "$folder"/pg_wal/*
cat >>"$folder/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp $archive/%f %p'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
SETTINGS
touch "$folder/recovery.signal"
