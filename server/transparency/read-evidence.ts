/** Evidence from the public log about a rifa's draw, for offline verifiers (domain/transparency/verify/evidence.ts). */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { findChain, timeOfRound } from '@mare/domain/draws/beacon/beacon-chain.ts';
import { toBase64 } from '@mare/domain/transparency/base64.ts';
import {
  makeConsistencyProof,
  makeInclusionProof,
  type ReadHashes,
} from '@mare/domain/transparency/log/merkle-tree.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import {
  EXTRACTION_KINDS,
  type LogEvidence,
  RIFA_KINDS,
  type Unsigned,
} from '@mare/domain/transparency/verify/evidence.ts';
import type { Platform } from '../platform/platform.ts';
import { readKeyChanges } from './keys/read-key-changes.ts';
import { readHashes } from './tree/log.queries.ts';
import { readNamedAuthorities } from './timestamps/trusted-authorities.ts';
import { findCosignedFrom, findServedCheckpoint, findStampedFrom } from './witnesses/find-checkpoint.ts';
import { readTrustPolicy } from './witnesses/trust-policy.ts';

/** Kinds of entries about a draw, as texts of the database. */
const KINDS: readonly string[] = RIFA_KINDS;
const KINDS_OF_EXTRACTION: readonly string[] = EXTRACTION_KINDS;
const KEY = 'key';
/** Checkpoints of receipts for which one file proves consistency. */
export const MAX_HELD_SIZES = 16;

export interface DrawSubjects {
  rifaId: string;
  extractions: readonly number[];
  orderIds: readonly string[];
}

type Deps = Pick<Platform, 'db' | 'clock' | 'config'>;

/**
 * @param about the rifa, the extractions that decided it, and the orders whose exits belong to it
 * @param heldSizes sizes of checkpoints that receipts name
 * @param extractionAt when the deciding extraction began
 * @returns null while nothing is signed and for a draw from before the log. While the latest entries about the draw
 * are not in the served checkpoint, only the time since when: a verifier would take the older entries for a
 * contradiction
 */
export async function readLogEvidence(
  platform: Deps,
  about: DrawSubjects,
  { heldSizes, extractionAt }: { heldSizes: readonly number[]; extractionAt: Date },
): Promise<LogEvidence | Unsigned | null> {
  const { db, clock } = platform;
  const newest = await findServedCheckpoint(db, clock.now());
  const policy = newest && (await readTrustPolicy(platform, newest.size));
  if (!newest || !policy) return null;
  const unsigned = await findUnsigned(db, about, newest.size);
  if (unsigned) return { unsignedSince: unsigned.toISOString() };
  const read = readHashes(db, newest.size);
  const found = await findEntries(db, about, newest.size);
  // A draw from before the shop had a log.
  if (!found.some(({ kind }) => kind === 'frozen')) return null;
  const seal = found.findLast(({ kind }) => kind === 'sealed')?.leafIndex ?? found.at(-1)?.leafIndex ?? 0;
  const range = { size: seal + 1, before: extractionAt };
  const seen = [...(await findCosignedFrom(db, range)), ...(await findStampedFrom(db, range))];
  const hidden = readHidden(found);
  // The first entries of both kinds: the earliest that contain the commitment.
  if (hidden)
    seen.push(...(await findCosignedFrom(db, hidden)).slice(0, 1), ...(await findStampedFrom(db, hidden)));
  const noted = [...new Map(seen.map((each) => [each.size, each])).values()].filter(
    ({ size }) => size < newest.size,
  );
  const tokens = await readTokens(
    db,
    [...noted, newest].map(({ size }) => size),
  );
  const authorities = readNamedAuthorities(platform);
  const held = heldSizes.filter((size) => size < newest.size && noted.every((each) => each.size !== size));
  return {
    policy,
    checkpoint: newest.note,
    entries: await Promise.all(found.map((entry) => proveEntry(read, entry, newest.size))),
    earlier: await Promise.all([
      ...noted.map(async ({ size, note }) => ({
        ...(await proveSize(read, size, newest.size)),
        checkpoint: note,
        ...(tokens.has(size) && { timestamps: tokens.get(size)! }),
      })),
      ...[...new Set(held)].slice(0, MAX_HELD_SIZES).map((size) => proveSize(read, size, newest.size)),
    ]),
    ...(tokens.has(newest.size) && { timestamps: tokens.get(newest.size)! }),
    ...(authorities !== null && { authorities }),
    keyChanges: await readKeyChanges(db, newest.size),
  };
}

/**
 * Checkpoint sizes that contain the commitment to the cotas premiadas, and the time of the round that they wait for.
 */
function readHidden(
  found: readonly { leafIndex: number; body: Buffer }[],
): { size: number; before: Date } | null {
  for (const { leafIndex, body } of found) {
    const entry = decodeEntry(body);
    const chain = entry?.kind === 'hidden' ? findChain(entry.chain) : null;
    if (entry?.kind === 'hidden' && chain)
      return { size: leafIndex + 1, before: timeOfRound(chain, entry.round) };
  }
  return null;
}

/** Tokens in base64, by size of the checkpoint. */
async function readTokens(db: Kysely<DB>, sizes: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('logTimestamps')
    .select(['size', 'token'])
    .where('size', 'in', sizes)
    .orderBy('stampedAt')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ size }) => size)].map(([size, found]) => [
      size,
      found.map(({ token }) => toBase64(token)),
    ]),
  );
}

/** Time of the draw's oldest entry that awaits its place in the tree, its signature or cosignatures. */
async function findUnsigned(
  db: Kysely<DB>,
  { rifaId, extractions }: DrawSubjects,
  size: number,
): Promise<Date | null> {
  const isOfDraw = ({ kind, subjectId, body }: { kind: string; subjectId: string | null; body: Buffer }) =>
    (subjectId === rifaId && KINDS.includes(kind)) ||
    (KINDS_OF_EXTRACTION.includes(kind) && isAbout(body, extractions));
  const columns = ['kind', 'subjectId', 'body', 'queuedAt'] as const;
  const kinds = [...RIFA_KINDS, ...EXTRACTION_KINDS];
  const queued = await db.selectFrom('logQueue').select(columns).where('kind', 'in', kinds).execute();
  const unserved = await db
    .selectFrom('logEntries')
    .select(columns)
    .where('leafIndex', '>=', size)
    .where('kind', 'in', kinds)
    .execute();
  const times = [...queued, ...unserved].filter(isOfDraw).map(({ queuedAt }) => queuedAt.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

const isAbout = (body: Buffer, extractions: readonly number[]) =>
  extractions.some((extraction) => body.includes(`\nextracao ${extraction}\n`));

async function findEntries(db: Kysely<DB>, { rifaId, extractions, orderIds }: DrawSubjects, size: number) {
  const selectEntries = () =>
    db.selectFrom('logEntries').select(['leafIndex', 'kind', 'body']).where('leafIndex', '<', size);
  const entries = selectEntries().orderBy('leafIndex');
  const [keys, ofRifa, ofLottery, exits] = await Promise.all([
    entries.where('kind', '=', KEY).execute(),
    entries.where('subjectId', '=', rifaId).where('kind', 'in', KINDS).execute(),
    extractions.length === 0
      ? []
      : entries.where('kind', 'in', EXTRACTION_KINDS).where('kind', '<>', 'receipt').execute(),
    orderIds.length === 0
      ? []
      : entries.where('kind', '=', 'exit').where('subjectId', 'in', orderIds).execute(),
  ]);
  const ofDraw = ofLottery.filter(({ body }) => isAbout(body, extractions));
  const frozen = ofRifa.find(({ kind }) => kind === 'frozen')?.leafIndex ?? 0;
  const count = await selectEntries()
    .where('kind', '=', 'count')
    .where('subjectId', '=', rifaId)
    .where('leafIndex', '<', frozen)
    .orderBy('leafIndex', 'desc')
    .limit(1)
    .execute();
  const found = [...keys, ...ofRifa, ...count, ...ofDraw, ...exits];
  return found.sort((one, other) => one.leafIndex - other.leafIndex);
}

async function proveEntry(
  read: ReadHashes,
  { leafIndex, body }: { leafIndex: number; body: Buffer },
  size: number,
): Promise<LogEvidence['entries'][number]> {
  const path = await makeInclusionProof(read, leafIndex, size);
  return { index: leafIndex, entry: body.toString(), path: path.map(toBase64) };
}

async function proveSize(read: ReadHashes, size: number, newest: number) {
  const proof = await makeConsistencyProof(read, size, newest);
  return { size, consistency: proof.map(toBase64) };
}
