import type { Kysely } from 'kysely';
import type { LoggedEntry, LogOverview } from '@mare/contract/transparency/transparency.ts';
import type { DB } from '@mare/database/schema.ts';
import { describeEntry } from '@mare/domain/transparency/log/describe-entry.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { leafHash } from '@mare/domain/transparency/log/merkle-tree.ts';
import { defineCache } from '../platform/caching/caches.ts';
import { createTimedCache } from '../platform/caching/timed-cache.ts';
import { findSigningKey } from './keys/find-signing-key.ts';
import { findLatestCheckpoint } from './tree/find-checkpoint.ts';
import { readHashes } from './tree/log.queries.ts';
import { findLastAnchor } from './timestamps/read-anchor.ts';
import { readTrustPolicy } from './witnesses/trust-policy.ts';
import type { Platform } from '../platform/platform.ts';

/** Cache lifetime of the count of all entries, which reads the whole index. */
const COUNT_MS = 60_000;

const missingCounts = defineCache(() => createTimedCache<number>(COUNT_MS));

const CHANGED = 'Mudada depois de assinada: este não é o texto original.';
const LATEST = 30;
/** Steps of one rifa, more than any has. */
const STEPS_OF_RIFA = 200;
/** A rifa may have a thousand cotas premiadas. */
const PRIZE_KINDS = ['instantDelivered', 'instantVoided', 'instantRestored'];
/** Newest steps of its cotas premiadas. */
const PRIZE_STEPS_OF_RIFA = 100;
/** Its newest hourly counts of sold numbers, a day of sales. */
const COUNTS_OF_RIFA = 24;

type Deps = Pick<Platform, 'db' | 'clock' | 'caches'>;

export async function readLogOverview(platform: Deps & Pick<Platform, 'config'>): Promise<LogOverview> {
  const { db } = platform;
  const [tree, signed] = await Promise.all([
    db.selectFrom('logTree').select('forkFoundAt').executeTakeFirstOrThrow(),
    findLatestCheckpoint(db),
  ]);
  const size = signed?.size ?? 0;
  const [verifierKey, policy, latest, missing, events, stamp, anchored] = await Promise.all([
    findSigningKey(db, signed?.size ?? null),
    readTrustPolicy(platform, signed?.size ?? null),
    selectEntries(db, size).where('kind', '<>', 'receipt').limit(LATEST).execute(),
    countMissing(platform, size),
    db
      .selectFrom('logEntries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '<>', 'receipt')
      .where('leafIndex', '<', size)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('logTimestamps')
      .select(['authority', 'stampedAt'])
      .orderBy('stampedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
    findLastAnchor(db),
  ]);
  return {
    verifierKey,
    signed: signed ? { size, signedAt: signed.signedAt.toISOString() } : null,
    forkFoundAt: tree.forkFoundAt?.toISOString() ?? null,
    missing,
    receipts: Math.max(0, size - missing - events.count),
    policy,
    stamped: stamp
      ? {
          authority: new URL(stamp.authority).host,
          stampedAt: stamp.stampedAt.toISOString(),
          isOwn: new URL(stamp.authority).host === new URL(platform.config.publicUrl).host,
        }
      : null,
    anchored,
    latest: await toLogged(db, size, latest),
  };
}

/** Signed entries that are missing in the database. */
function countMissing({ db, clock, caches }: Deps, size: number): Promise<number> {
  return missingCounts({ caches }).get('', clock.now(), async () => {
    const stored = await db
      .selectFrom('logEntries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('leafIndex', '<', size)
      .executeTakeFirstOrThrow();
    return size - stored.count;
  });
}

/** Its steps, newest first, with the newest of its cotas premiadas and counts, and how many counts are older. */
export async function listRifaEntries(platform: Deps, rifaId: string) {
  const { db } = platform;
  const size = (await findLatestCheckpoint(db))?.size ?? 0;
  const ofRifa = selectEntries(db, size).where('subjectId', '=', rifaId);
  const [steps, prizes, counts, { total }, missing] = await Promise.all([
    ofRifa
      .where('kind', 'not in', ['count', ...PRIZE_KINDS])
      .limit(STEPS_OF_RIFA)
      .execute(),
    ofRifa.where('kind', 'in', PRIZE_KINDS).limit(PRIZE_STEPS_OF_RIFA).execute(),
    ofRifa.where('kind', '=', 'count').limit(COUNTS_OF_RIFA).execute(),
    db
      .selectFrom('logEntries')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('subjectId', '=', rifaId)
      .where('kind', '=', 'count')
      .where('leafIndex', '<', size)
      .executeTakeFirstOrThrow(),
    countMissing(platform, size),
  ]);
  const entries = [...steps, ...prizes, ...counts].sort((one, other) => other.leafIndex - one.leafIndex);
  return { entries: await toLogged(db, size, entries), olderCounts: total - counts.length, missing };
}

function selectEntries(db: Kysely<DB>, size: number) {
  return db
    .selectFrom('logEntries')
    .select(['leafIndex', 'kind', 'body'])
    .where('leafIndex', '<', size)
    .orderBy('leafIndex', 'desc');
}

interface StoredEntry {
  leafIndex: number;
  kind: string;
  body: Buffer;
}

/** @param size of the signed tree, which has the entries' hashes */
async function toLogged(
  db: Kysely<DB>,
  size: number,
  entries: readonly StoredEntry[],
): Promise<LoggedEntry[]> {
  const readHash = readHashes(db, size);
  const totals = await readTotals(db, entries);
  return Promise.all(
    entries.map(async ({ leafIndex, kind, body }) => {
      // A damaged tile proves nothing about its entries.
      const [hashed] = await readHash([{ level: 0, index: leafIndex }]).catch(() => []);
      const isGenuine = hashed !== undefined && Buffer.compare(hashed, leafHash(body)) === 0;
      const entry = decodeEntry(body);
      const total = entry && 'rifaId' in entry && entry.rifaId ? totals.get(entry.rifaId) : undefined;
      const description = entry ? describeEntry(entry, total ?? 0) : '';
      return {
        index: leafIndex,
        kind,
        at: entry && 'at' in entry ? entry.at : null,
        sentence: isGenuine ? description : `${CHANGED} ${description}`,
        text: body.toString(),
        isGenuine,
      };
    }),
  );
}

/** Total numbers of the entries' rifas, by id: it decides how a number is formatted. */
async function readTotals(db: Kysely<DB>, entries: readonly StoredEntry[]): Promise<Map<string, number>> {
  const rifaIds = entries.flatMap(({ body }) => {
    const entry = decodeEntry(body);
    return entry && 'rifaId' in entry && entry.rifaId ? [entry.rifaId] : [];
  });
  if (rifaIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('rifas')
    .select(['id', 'totalNumbers'])
    .where('id', 'in', [...new Set(rifaIds)])
    .execute();
  return new Map(rows.map(({ id, totalNumbers }) => [id, totalNumbers]));
}
