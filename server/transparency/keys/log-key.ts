/**
 * The key that signs the public log and, next to it, the last tree it signed. Both are files outside the database, so
 * that a database that was rolled back or rewritten contradicts them.
 */
import {
  type Checkpoint,
  formatCheckpoint,
  parseCheckpoint,
} from '@mare/domain/transparency/log/checkpoint.ts';
import {
  ED25519_NOTE,
  formatSignerKey,
  type NoteSigner,
  parseSignerKey,
  type VerifierKey,
} from '@mare/domain/transparency/log/signed-note.ts';
import type { Config } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/settings-reader.ts';
import type { Random } from '../../platform/clock.ts';
import { createDurably, readIfExists, writeDurably } from '../../platform/durable-file.ts';

export interface LogKey {
  /** Its name is the origin of the log. */
  signer: NoteSigner;
  /**
   * The last tree that was signed, or was about to be; null before the first.
   * @throws when the file is damaged
   */
  readLast(): Checkpoint | null;
  /** The note with which this key replaces a former one (`rotate-log-key.ts`); null without. */
  readChange(): string | null;
  /** Durable when it returns. */
  writeLast(checkpoint: Checkpoint): void;
}

/**
 * Opens the key. The demonstration generates one in its data folder.
 * @returns null without `LOG_KEY_FILE` outside the demonstration
 * @throws ConfigError when the file is missing or holds no key
 */
export function openLogKey(
  { logKeyFile: file, demo, publicUrl }: Pick<Config, 'logKeyFile' | 'demo' | 'publicUrl'>,
  random: Random,
): LogKey | null {
  if (file === null) return null;
  if (demo) makeKey(file, `${new URL(publicUrl).host}/log`, random);
  const text = readIfExists(file);
  if (text === null)
    throw new ConfigError(
      `LOG_KEY_FILE aponta para ${file}, que não existe: crie a chave com npm run log:key.`,
    );
  const signer = parseSignerKey(text.trim());
  if (signer?.key.type !== ED25519_NOTE)
    throw new ConfigError(`LOG_KEY_FILE aponta para ${file}, que não contém uma chave do registro público.`);
  const last = lastFileOf(file);
  return {
    signer,
    readLast() {
      const stored = readIfExists(last);
      if (stored === null) return null;
      const checkpoint = parseCheckpoint(stored);
      if (!checkpoint) throw new Error(`${last} is damaged: restore it before the log is signed again`);
      return checkpoint;
    },
    readChange: () => readIfExists(changeFileOf(file)),
    writeLast: (checkpoint) => writeDurably(last, formatCheckpoint(checkpoint)),
  };
}

export const lastFileOf = (keyFile: string) => `${keyFile}.last`;
export const changeFileOf = (keyFile: string) => `${keyFile}.troca`;

/** Never overwrites an existing key. */
export function makeKey(
  file: string,
  origin: string,
  random: Random,
  type: VerifierKey['type'] = ED25519_NOTE,
): void {
  createDurably(file, `${formatSignerKey(origin, type, random.bytes(32))}\n`);
}
