/** Signs the tree, unless it is inconsistent with the last signed one. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Checkpoint, signCheckpoint } from '@mare/domain/transparency/log/checkpoint.ts';
import { keyChangeEntry } from '@mare/domain/transparency/log/key-change.ts';
import { isConsistent, makeConsistencyProof } from '@mare/domain/transparency/log/merkle-tree.ts';
import { formatVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLatestCheckpoint } from './find-checkpoint.ts';
import { lockTree, readHashes } from './log.queries.ts';
import type { LogKey } from '../keys/log-key.ts';
import { recordEntry } from '../entries/record-entry.ts';

export type SignResult =
  | { ok: true; size: number }
  /** `FORK`: the tree does not extend the last signed one. `UNCHANGED`: already signed. */
  | { ok: false; code: 'FORK' | 'UNCHANGED' | 'EMPTY' };

type Deps = Pick<Platform, 'db' | 'clock' | 'log'>;

/**
 * Signs the integrated tree. The record beside the key is written before the checkpoint is stored: after a crash between
 * the two, the same tree or a larger one is signed.
 */
export function signTree(platform: Deps, key: LogKey): Promise<SignResult> {
  return platform.db.transaction().execute(async (trx) => {
    const tree = await lockTree(trx);
    if (tree.size === 0 && key.readLast() === null) return { ok: false, code: 'EMPTY' };
    const latest = await findLatestCheckpoint(trx);
    const signed = [key.readLast(), latest ?? null].filter((one) => one !== null);
    if (!(await containsAll(trx, tree, signed))) return reportFork(trx, platform, tree, signed);
    if (tree.forkFoundAt) await trx.updateTable('logTree').set({ forkFoundAt: null }).execute();
    if (latest?.size === tree.size) return { ok: false, code: 'UNCHANGED' };
    const checkpoint: Checkpoint = { origin: key.signer.key.name, size: tree.size, root: tree.root };
    key.writeLast(checkpoint);
    await trx
      .insertInto('logCheckpoints')
      .values({
        size: tree.size,
        root: tree.root,
        note: signCheckpoint(checkpoint, key.signer),
        signedAt: platform.clock.now(),
      })
      .execute();
    return { ok: true, size: tree.size };
  });
}

export type RecordKeyResult = 'UNCHANGED' | 'RECORDED' | 'UNDECLARED';

/**
 * Records in the log which key signs from here on, if it changed.
 *
 * @returns `UNDECLARED` if the file beside the key does not replace the former key: the key may not sign then, because
 *   readers could not tell it from that of a thief of the database
 */
export function recordKey(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  key: LogKey,
): Promise<RecordKeyResult> {
  return db.transaction().execute(async (trx) => {
    const { verifierKey: before } = await lockTree(trx);
    const after = formatVerifierKey(key.signer.key);
    if (before === after) return 'UNCHANGED';
    const at = clock.now().toISOString();
    if (before !== null) {
      const change = keyChangeEntry(key.readChange() ?? '', at);
      if (change?.before !== before || change.after !== after) return 'UNDECLARED';
      await recordEntry(trx, change);
    }
    await trx.updateTable('logTree').set({ verifierKey: after }).execute();
    await recordEntry(trx, { kind: 'key', at, before, after });
    return 'RECORDED';
  });
}

interface SignedTree {
  size: number;
  root: Uint8Array;
}

async function containsAll(
  trx: Transaction<DB>,
  tree: SignedTree,
  signed: readonly SignedTree[],
): Promise<boolean> {
  for (const older of signed) {
    if (older.size > tree.size) return false;
    const proof = await makeConsistencyProof(readHashes(trx, tree.size), older.size, tree.size);
    if (!isConsistent(older, tree, proof)) return false;
  }
  return true;
}

async function reportFork(
  trx: Transaction<DB>,
  { clock, log }: Deps,
  tree: SignedTree & { forkFoundAt: Date | null },
  signed: readonly SignedTree[],
): Promise<SignResult> {
  if (tree.forkFoundAt === null) {
    await trx.updateTable('logTree').set({ forkFoundAt: clock.now() }).execute();
    log.error(
      { size: tree.size, signed: signed.map(({ size }) => size) },
      'the public log contradicts what was signed: it is not signed until its database is restored',
    );
  }
  return { ok: false, code: 'FORK' };
}
