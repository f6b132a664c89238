#!/bin/sh
# Replaces the data folder of a stopped server by a restored one, and keeps the old one beside it. Arguments go to
# `ops restore`: --moment 2026-11-21T13:00:00Z, for instance; without them, everything there is. The service `restore` of the
# compose file runs it: docs/operations.md, Backup and restore with compose.
set -eu
data=${PGDATA:?}
if pg_isready -q -h "${PGHOST:-database}"; then
  echo "O PostgreSQL ainda está no ar: pare a loja e o banco antes. Nada foi mudado." >&2
  exit 1
fi
restored="$data.restored"
# Of a try that was cut short.
rm -rf "$restored"
# Commits that were not archived yet, if the old disk can still be read.
wal=''
[ -d "$data/pg_wal" ] && wal="--wal=$data/pg_wal"
node server/ops/main.ts restore --backup "${BACKUPS:?}" --archive "${ARCHIVE:?}" --to "$restored" $wal "$@"
if [ -d "$data" ]; then
  mv "$data" "$data.replaced-$(date -u +%Y%m%dT%H%M%SZ)"
fi
mv "$restored" "$data"
echo "Os dados estão em $data; os de antes ficaram ao lado. Inicie o banco, rode preflight e inicie um worker antes do resto."
