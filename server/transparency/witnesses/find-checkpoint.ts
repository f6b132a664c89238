import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export interface CheckpointNote {
  size: number;
  root: Buffer;
  /** The signed note with the cosignatures that have arrived. */
  note: string;
  signedAt: Date;
}

/** How long readers wait for cosignatures: an older cosigned checkpoint is served instead of a newer one without. */
const COSIGN_TIMEOUT_MS = 300_000;

function selectNotes(db: Kysely<DB>) {
  return db
    .selectFrom('logCheckpoints as checkpoint')
    .select(['checkpoint.size', 'checkpoint.root', 'checkpoint.signedAt'])
    .select(
      sql<string>`checkpoint.note || coalesce(
        (select string_agg(line, '' order by witness) from log_cosignatures where size = checkpoint.size), '')`.as(
        'note',
      ),
    );
}

const isCosigned = sql<boolean>`exists (select from log_cosignatures where size = checkpoint.size)`;

/** The first stamped checkpoints of at least this size, oldest first, and the last one stamped before a time. */
export async function findStampedFrom(
  db: Kysely<DB>,
  { size, before }: { size: number; before: Date },
): Promise<CheckpointNote[]> {
  const stamped = selectNotes(db)
    .innerJoin('logTimestamps as stamp', 'stamp.size', 'checkpoint.size')
    .where('checkpoint.size', '>=', size);
  const [first, last] = await Promise.all([
    stamped.orderBy('checkpoint.size').limit(1).execute(),
    stamped.where('stamp.stampedAt', '<', before).orderBy('checkpoint.size', 'desc').limit(1).execute(),
  ]);
  return [...first, ...last];
}

/** The checkpoint to serve: the newest one that witnesses have signed recently, otherwise the newest. */
export async function findServedCheckpoint(db: Kysely<DB>, now: Date): Promise<CheckpointNote | undefined> {
  const newest = await selectNotes(db).orderBy('checkpoint.size', 'desc').limit(1).executeTakeFirst();
  if (!newest) return undefined;
  const cosigned = await selectNotes(db)
    .where('checkpoint.signedAt', '>', new Date(now.getTime() - COSIGN_TIMEOUT_MS))
    .where(isCosigned)
    .orderBy('checkpoint.size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return cosigned ?? newest;
}

/** The first cosigned checkpoints of at least this size, oldest first, and the last one before a time. */
export async function findCosignedFrom(
  db: Kysely<DB>,
  { size, before }: { size: number; before: Date },
): Promise<CheckpointNote[]> {
  const cosigned = selectNotes(db).where('checkpoint.size', '>=', size).where(isCosigned);
  const [first, last] = await Promise.all([
    cosigned.orderBy('checkpoint.size').limit(1).execute(),
    cosigned.where('checkpoint.signedAt', '<', before).orderBy('checkpoint.size', 'desc').limit(1).execute(),
  ]);
  return [...first, ...last.filter(({ size: found }) => found !== first[0]?.size)];
}
