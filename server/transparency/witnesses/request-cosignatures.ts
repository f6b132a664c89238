/** Submits checkpoints to witnesses (c2sp.org/tlog-witness) and stores their cosignatures. */
import { toBase64 } from '@mare/domain/transparency/base64.ts';
import { parseDecimal } from '@mare/domain/transparency/log/checkpoint.ts';
import { verifyCosignatures } from '@mare/domain/transparency/witness/cosignature.ts';
import { makeConsistencyProof } from '@mare/domain/transparency/log/merkle-tree.ts';
import type { PolicyMember } from '@mare/domain/transparency/witness/policy.ts';
import {
  formatSignatureLine,
  isBy,
  parseNote,
  parseSignatureLine,
} from '@mare/domain/transparency/log/signed-note.ts';
import { formatAddCheckpoint } from '@mare/domain/transparency/witness/witness.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLatestCheckpoint } from '../tree/find-checkpoint.ts';
import { readHashes } from '../tree/log.queries.ts';
import { readWitnessPolicy } from './trust-policy.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_CHARACTERS = 20_000;
/** Wait before a witness that failed is contacted again. */
const RETRY_AFTER_MS = 30_000;

/**
 * - `AHEAD`: the witness has cosigned a larger tree than the shop has: the database was rolled back, or the log forked
 * - `REJECTED`: the witness has no key of the log, or does not accept the proof
 * - `MALFORMED`: no cosignature by the key of the witness
 */
export type WitnessFault = 'UNREACHABLE' | 'AHEAD' | 'REJECTED' | 'MALFORMED';

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/**
 * Requests a cosignature of the newest checkpoint from every witness that has not cosigned it.
 * @returns the number of cosignatures stored
 */
export async function requestCosignatures(platform: Deps): Promise<number> {
  const { witnesses } = readWitnessPolicy(platform);
  if (witnesses.length === 0) return 0;
  const newest = await findLatestCheckpoint(platform.db);
  if (!newest) return 0;
  const stored = await Promise.all(witnesses.map((witness) => requestFromWitness(platform, witness, newest)));
  return stored.filter(Boolean).length;
}

interface Newest {
  size: number;
  note: string;
}

async function requestFromWitness(platform: Deps, witness: PolicyMember, newest: Newest): Promise<boolean> {
  const { db, clock, log } = platform;
  const name = `${witness.key.name}+${witness.key.id}`;
  const known = await db
    .selectFrom('logWitnesses')
    .select(['lastSize', 'askedAt', 'fault'])
    .where('witness', '=', name)
    .executeTakeFirst();
  const now = clock.now();
  if (known && !known.fault && known.lastSize >= newest.size) return false;
  if (known?.fault && now.getTime() - known.askedAt.getTime() < RETRY_AFTER_MS) return false;
  const result = await requestCosignature(platform, witness, newest, known?.lastSize ?? 0);
  if (typeof result === 'string') {
    if (known?.fault !== result)
      log.error({ witness: name, fault: result }, 'witness did not cosign the public log');
    const lastSize = known?.lastSize ?? 0;
    await saveWitness(db, { witness: name, lastSize, askedAt: now, fault: result });
    return false;
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('logCosignatures')
      .values({
        size: newest.size,
        witness: name,
        line: result.line,
        witnessedAt: new Date(result.time * 1_000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await saveWitness(trx, { witness: name, lastSize: newest.size, askedAt: now, fault: null });
  });
  return true;
}

/** A slower process never lowers the size. */
async function saveWitness(
  db: Deps['db'],
  row: { witness: string; lastSize: number; askedAt: Date; fault: WitnessFault | null },
): Promise<void> {
  await db
    .insertInto('logWitnesses')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('witness').doUpdateSet((eb) => ({
        lastSize: eb.fn('greatest', [eb.ref('logWitnesses.lastSize'), eb.ref('excluded.lastSize')]),
        askedAt: row.askedAt,
        fault: row.fault,
      })),
    )
    .execute();
}

async function requestCosignature(
  { db }: Deps,
  { key, url }: PolicyMember,
  newest: Newest,
  lastSize: number,
): Promise<{ line: string; time: number } | WitnessFault> {
  let oldSize = Math.min(lastSize, newest.size);
  // Retried with the size that the witness names.
  for (let attempt = 0; attempt < 2; attempt++) {
    const proof = await makeConsistencyProof(readHashes(db, newest.size), oldSize, newest.size);
    const response = await post(
      `${url}/add-checkpoint`,
      formatAddCheckpoint(oldSize, proof.map(toBase64), newest.note),
    );
    if (!response) return 'UNREACHABLE';
    if (response.status === 409) {
      const size = parseDecimal(response.body.trimEnd());
      if (size === null) return 'MALFORMED';
      if (size > newest.size) return 'AHEAD';
      oldSize = size;
      continue;
    }
    if (response.status !== 200) return response.status >= 500 ? 'UNREACHABLE' : 'REJECTED';
    return readCosignature(response.body, newest.note, key) ?? 'MALFORMED';
  }
  return 'REJECTED';
}

function readCosignature(
  body: string,
  note: string,
  key: PolicyMember['key'],
): { line: string; time: number } | null {
  const lines = body.split('\n').slice(0, -1).map(parseSignatureLine);
  const own = lines.find((line) => line !== null && isBy(key, line));
  const parsed = parseNote(note);
  if (!own || !parsed) return null;
  const [cosignature] = verifyCosignatures({ text: parsed.text, signatures: [own] }, [key]) ?? [];
  return cosignature ? { line: formatSignatureLine(own), time: cosignature.time } : null;
}

async function post(url: string, body: string): Promise<{ status: number; body: string } | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return text.length > MAX_RESPONSE_CHARACTERS ? null : { status: response.status, body: text };
  } catch {
    return null;
  }
}
