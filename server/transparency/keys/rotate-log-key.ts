/** Replaces the key of the public log: makes the next one, and the note that both sign (domain/…/log/key-change.ts). */
import { existsSync, readFileSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { toEntryText } from '@mare/domain/transparency/log/entry-fields.ts';
import { signKeyChange } from '@mare/domain/transparency/log/key-change.ts';
import {
  formatVerifierKey,
  type NoteSigner,
  parseSignerKey,
  parseVerifierKey,
} from '@mare/domain/transparency/log/signed-note.ts';
import type { Random } from '../../platform/clock.ts';
import { createDurably, readIfExists, writeDurably } from '../../platform/durable-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSigningKey } from './find-signing-key.ts';
import { changeFileOf, lastFileOf, type LogKey, makeKey } from './log-key.ts';

/** The key that signs now. */
export type FormerKey =
  /** Signs the replacement. */
  | { isLost: false; file: string }
  /** Cannot sign. The file, if known, may still have the last tree beside it. The reason is public. */
  | { isLost: true; file: string | null; reason: string };

export interface Rotation {
  /** Null without a file of the key in use. */
  former: FormerKey | null;
  /** File of the new key. An existing key stays as it is. */
  to: string;
  /** Name of the new key; null for that of the former one. Another only after a restore that lost entries. */
  origin: string | null;
}

export type RotateResult =
  | { ok: true; verifierKey: string; change: string; isEndorsed: boolean }
  /**
   * `NO_KEY`: the log is not signed yet. `NOT_ITS_KEY`: the file does not hold the key that signs now. `SAME_KEY`: the
   * new file holds it. `OTHER_ORIGIN`: the new file holds a key of another log.
   */
  | { ok: false; code: 'NO_KEY' | 'NOT_ITS_KEY' | 'SAME_KEY' | 'OTHER_ORIGIN' };

/** Writes files only. The worker records the replacement when it starts with the new key. */
export async function rotateLogKey(
  { db, random }: { db: Kysely<DB>; random: Random },
  { former, to, origin }: Rotation,
): Promise<RotateResult> {
  const before = parseVerifierKey((await findSigningKey(db, null)) ?? '');
  if (!before) return { ok: false, code: 'NO_KEY' };
  const signer = former && !former.isLost ? readSigner(former.file) : null;
  if (!former || (!former.isLost && (!signer || formatVerifierKey(signer.key) !== formatVerifierKey(before))))
    return { ok: false, code: 'NOT_ITS_KEY' };
  const name = origin ?? before.name;
  makeKey(to, name, random);
  const next = readSigner(to);
  if (next?.key.name !== name) return { ok: false, code: 'OTHER_ORIGIN' };
  if (next.key.id === before.id) return { ok: false, code: 'SAME_KEY' };
  const change = signKeyChange(
    { before, after: next.key, lossReason: former.isLost ? toEntryText(former.reason) : null },
    signer ? [signer, next] : [next],
  );
  writeDurably(changeFileOf(to), change);
  // The new key has to continue what the former one signed.
  const last = former.file === null || name !== before.name ? null : readIfExists(lastFileOf(former.file));
  if (last !== null) createDurably(lastFileOf(to), last);
  return {
    ok: true,
    verifierKey: formatVerifierKey(next.key),
    change: changeFileOf(to),
    isEndorsed: !former.isLost,
  };
}

function readSigner(file: string): NoteSigner | null {
  return existsSync(file) ? parseSignerKey(readFileSync(file, 'utf8').trim()) : null;
}

/** A demonstration that starts with another data folder has made another key. */
export async function declareLostDemoKey(
  { db, config, random }: Pick<Platform, 'db' | 'config' | 'random'>,
  { signer }: LogKey,
): Promise<void> {
  const before = await findSigningKey(db, null);
  if (before === null || before === formatVerifierKey(signer.key) || config.logKeyFile === null) return;
  await rotateLogKey(
    { db, random },
    {
      former: { isLost: true, file: null, reason: 'A demonstração começou com outra pasta de dados.' },
      to: config.logKeyFile,
      origin: signer.key.name,
    },
  );
}
