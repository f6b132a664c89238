import type { Kysely } from 'kysely';
import type { LoggedEntry, LogOverview } from '@mare/contract/transparency/transparency.ts';
import type { DB } from '@mare/database/schema.ts';
import { describeEntry } from '@mare/domain/transparency/describe-entry.ts';
import { decodeEntry } from '@mare/domain/transparency/log-entry.ts';
import { findLatestCheckpoint } from './find-checkpoint.ts';
import { findLastAnchor } from './timestamps/read-anchor.ts';
import { readTrustPolicy } from './witnesses/trust-policy.ts';
import type { Platform } from '../platform/platform.ts';

const LATEST = 30;
/** Entries of one rifa: its hourly counts make most of them. */
const ENTRIES_OF_RIFA = 200;

export async function readLogOverview(platform: Pick<Platform, 'db' | 'config'>): Promise<LogOverview> {
  const { db } = platform;
  const [tree, signed, policy] = await Promise.all([
    db.selectFrom('logTree').select(['verifierKey', 'forkFoundAt']).executeTakeFirstOrThrow(),
    findLatestCheckpoint(db),
    readTrustPolicy(platform),
  ]);
  const size = signed?.size ?? 0;
  const [latest, events, stamp, anchored] = await Promise.all([
    selectEntries(db, size).where('kind', '<>', 'receipt').limit(LATEST).execute(),
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
    verifierKey: tree.verifierKey,
    signed: signed ? { size, signedAt: signed.signedAt.toISOString() } : null,
    forkFoundAt: tree.forkFoundAt?.toISOString() ?? null,
    receipts: size - events.count,
    policy,
    stamped: stamp
      ? {
          authority: new URL(stamp.authority).host,
          stampedAt: stamp.stampedAt.toISOString(),
          isOwn: new URL(stamp.authority).host === new URL(platform.config.publicUrl).host,
        }
      : null,
    anchored,
    latest: latest.map(toLogged),
  };
}

/** Newest first. */
export async function listRifaEntries(db: Kysely<DB>, rifaId: string): Promise<LoggedEntry[]> {
  const signed = await findLatestCheckpoint(db);
  const entries = await selectEntries(db, signed?.size ?? 0)
    .where('subjectId', '=', rifaId)
    .limit(ENTRIES_OF_RIFA)
    .execute();
  return entries.map(toLogged);
}

function selectEntries(db: Kysely<DB>, size: number) {
  return db
    .selectFrom('logEntries')
    .select(['leafIndex', 'kind', 'body'])
    .where('leafIndex', '<', size)
    .orderBy('leafIndex', 'desc');
}

function toLogged({ leafIndex, kind, body }: { leafIndex: number; kind: string; body: Buffer }): LoggedEntry {
  const entry = decodeEntry(body);
  return {
    index: leafIndex,
    kind,
    at: entry && 'at' in entry ? entry.at : null,
    sentence: entry ? describeEntry(entry) : '',
    text: body.toString(),
  };
}
