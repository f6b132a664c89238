/**
 * Logs the hashes of the verification programs, so that a person who downloads them can check that everyone got the
 * same ones.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from '@mare/domain/hex.ts';
import { sha256 } from '@mare/domain/draws/sealing/sha256.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { formatProofFile } from '@mare/domain/transparency/receipts/proof-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLatestEntry } from './find-latest-entry.ts';
import { lockTree } from '../tree/log.queries.ts';
import { proveLatestEntry } from './prove-entry.ts';
import { recordEntry } from './record-entry.ts';
import { findServedCheckpoint } from '../witnesses/find-checkpoint.ts';

/** Hashes of the built programs, in the format of `sha256sum --check`. */
const SUMS_FILE = join(import.meta.dirname, '../../../web/build/client/verificar/SHA256SUMS');
/** Subject of these entries, which belong to no rifa and no order. */
const SUBJECT = '00000000-0000-0000-0000-000000000000';

type Deps = Pick<Platform, 'db' | 'clock'>;

/** Logs the hash of the programs if it differs from the last one logged. Does nothing before the site is built. */
export async function recordPrograms({ db, clock }: Deps, sumsFile = SUMS_FILE): Promise<void> {
  if (!existsSync(sumsFile)) return;
  const sumsHash = toHex(sha256(readFileSync(sumsFile)));
  await db.transaction().execute(async (trx) => {
    await lockTree(trx);
    const body = await findLatestEntry(trx, SUBJECT, 'programs');
    const last = body && decodeEntry(body);
    if (last?.kind === 'programs' && last.sumsHash === sumsHash) return;
    await recordEntry(trx, { kind: 'programs', at: clock.now().toISOString(), sumsHash }, SUBJECT);
  });
}

/** The last logged programs as a proof file, whose extra data is the entry; null while none is signed. */
export async function provePrograms({ db, clock }: Deps): Promise<string | null> {
  const signed = await findServedCheckpoint(db, clock.now());
  const entry =
    signed && (await proveLatestEntry(db, { subjectId: SUBJECT, kind: 'programs', size: signed.size }));
  if (!entry) return null;
  return formatProofFile({
    extra: entry.body,
    index: entry.index,
    path: entry.proof,
    checkpoint: signed.note,
  });
}
