import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { labelOf, loggedLines, quote } from '@mare/domain/rifas/corrections/logged-corrections.ts';
import type { Correction } from '@mare/domain/rifas/corrections/published-changes.ts';
import { toEntryText } from '@mare/domain/transparency/log/entry-fields.ts';
import { readContentHash } from '../../draws/proofs/read-content-hash.ts';
import { recordDrawNews } from '../../draws/news/record-draw-news.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';

export interface CorrectionToRecord {
  rifaId: string;
  /** Version of the rifa after the change. */
  version: number;
  reason: string;
  corrections: readonly Correction[];
}

/** Maximum characters of a text in a notification; the rifa's page has the full text. */
const QUOTED = 200;

/**
 * Writes the public history, adds it to the public log, so that it cannot be removed unnoticed, and notifies every
 * participant, in the transaction of the change and after it.
 */
export async function recordCorrection(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  { rifaId, version, reason, corrections }: CorrectionToRecord,
): Promise<void> {
  const at = platform.clock.now();
  await trx
    .insertInto('rifaCorrections')
    .values({
      rifaId,
      version,
      reason,
      changes: JSON.stringify(corrections),
      createdAt: at,
    })
    .execute();
  await recordEntry(trx, {
    kind: 'amended',
    at: at.toISOString(),
    rifaId,
    version,
    reason: toEntryText(reason),
    contentHash: await readContentHash(trx, rifaId),
    changes: loggedLines(corrections),
  });
  // A new draw date has a separate notification.
  const date = corrections.find(({ part }) => part === 'drawDate');
  if (date) await recordDrawNews(trx, platform, rifaId, { kind: 'moved', drawDate: date.after, reason });
  const others = corrections.filter((one) => one !== date);
  if (others.length === 0) return;
  await recordDrawNews(trx, platform, rifaId, {
    kind: 'rifa_corrected',
    version,
    reason,
    changes: others.map(describe),
  });
}

function describe(correction: Correction): [label: string, text: string] {
  const { part, before, after } = correction;
  const label = labelOf(correction);
  if (part === 'image') return [label, 'a foto foi trocada'];
  if (part === 'gallery') return [label, 'as fotos mudaram'];
  return [label, `antes: ${quote(before, QUOTED)}; agora: ${quote(after, QUOTED)}`];
}
