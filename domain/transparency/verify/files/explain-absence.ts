import type { DrawTerms } from '../../../draws/sealing/draw-seal.ts';
import { readUnsignedSince } from '../evidence.ts';
import type { Finding } from '../verdict/findings.ts';
import type { ReadReceiptFile } from '../verify-receipt.ts';

/** Entries are signed within seconds. The limit tolerates clock skew. */
const UNSIGNED_LIMIT_MS = 3_600_000;

/** Why the proof has no evidence of the log. */
export function explainAbsence(
  record: { log?: unknown } | null,
  terms: DrawTerms | null,
  receipts: readonly ReadReceiptFile[],
  now: Date | null,
): Finding {
  const item = 'log';
  const since = readUnsignedSince(record?.log);
  if (since && now) {
    const isFresh = Math.abs(now.getTime() - since.getTime()) <= UNSIGNED_LIMIT_MS;
    return isFresh
      ? { item, state: 'open', reason: 'LOG_NOT_YET', detail: since.toISOString() }
      : { item, state: 'fails', reason: 'LOG_UNSIGNED_LONG', detail: since.toISOString() };
  }
  // A receipt shows that the shop has a log, so missing evidence was withheld.
  const isWithheld = receipts.some(({ content }) =>
    content.receipt.rifas.some(({ rifaId }) => rifaId === terms?.rifaId),
  );
  return isWithheld
    ? { item, state: 'fails', reason: 'LOG_WITHHELD' }
    : { item, state: 'open', reason: 'NO_LOG' };
}
