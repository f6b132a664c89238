#!/bin/sh
# Makes a data folder out of a base backup and the archive, as it was at a moment:
#   restore.sh BACKUP ARCHIVE FOLDER '2026-11-21 13:00:00+00'
# Start PostgreSQL on FOLDER afterwards; it reads the archive up to that moment and then takes connections.
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
