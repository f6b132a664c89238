/** How a rifa was or will be drawn, with all evidence. */
import { z } from 'zod';

/** The five of an extraction, first prize first. */
export const lotteryPrizes = z.array(z.string()).length(5);

const pick = z.object({ prize: z.int(), place: z.int(), digit: z.int() });
const drawStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('digits'),
    position: z.int(),
    extraction: z.int(),
    digits: z.array(pick),
    number: z.int(),
    verdict: z.enum(['won', 'unsold', 'already_won']),
  }),
  z.object({
    kind: z.literal('lot'),
    position: z.int(),
    extraction: z.int(),
    round: z.int(),
    hash: z.string(),
    candidates: z.int(),
    place: z.int(),
    number: z.int(),
    verdict: z.literal('won'),
  }),
  z.object({ kind: z.literal('nobody_left'), position: z.int(), verdict: z.literal('none') }),
]);
const drawOutcome = z.object({
  steps: z.array(drawStep),
  winners: z.array(z.object({ position: z.int(), number: z.int().nullable() })),
  awaits: z.int().nullable(),
});

const lotteryResult = z.object({
  extraction: z.int(),
  /** ISO date. */
  date: z.string(),
  prizes: lotteryPrizes,
  /** The official answer as it came, and its SHA-256; null for a result typed in. */
  rawBody: z.string().nullable(),
  rawHash: z.string().nullable(),
});

/** All it takes to go over a draw, beside the list. */
const drawRecord = z.object({
  seal: z.object({ text: z.string(), hash: z.string() }),
  results: z.array(lotteryResult),
  winners: z.array(z.object({ position: z.int(), number: z.int().nullable(), tag: z.string().nullable() })),
  /** Proof from outside of when the seal existed, as a file of OpenTimestamps in hexadecimal digits. */
  anchor: z.string().nullable(),
});

export const drawAudit = z.object({
  rifa: z.object({
    id: z.uuid(),
    title: z.string(),
    image: z.string(),
    status: z.enum(['active', 'closed', 'completed', 'cancelled']),
    totalNumbers: z.int(),
    drawDate: z.iso.datetime(),
  }),
  rule: z.object({
    version: z.string(),
    fallback: z.enum(['lot', 'next_extraction']),
    cotaWinsOnce: z.boolean(),
  }),
  prizes: z.array(z.object({ position: z.int(), name: z.string() })),
  /** Null while sales are open or orders pending. */
  list: z
    .object({
      soldNumbers: z.int(),
      excludedNumbers: z.int(),
      bytes: z.int(),
      hash: z.string(),
      root: z.string(),
      frozenAt: z.iso.datetime(),
    })
    .nullable(),
  /** Oldest first; the last one counts. */
  seals: z.array(
    z.object({
      version: z.int(),
      hash: z.string(),
      text: z.string(),
      extraction: z.int(),
      extractionDate: z.string(),
      reason: z.string().nullable(),
      sealedAt: z.iso.datetime(),
      /** Where and when it was written down outside; null when nowhere. */
      anchor: z
        .object({
          calendar: z.string(),
          anchoredAt: z.iso.datetime(),
          /** Of the block of Bitcoin that holds it, once there is one. */
          blockHeight: z.int().nullable(),
          /** As in `record`. */
          proof: z.string(),
        })
        .nullable(),
    }),
  ),
  /** Oldest first; the last one counts. */
  draws: z.array(
    z.object({
      version: z.int(),
      drawnAt: z.iso.datetime(),
      results: z.array(
        lotteryResult.extend({
          source: z.enum(['official', 'typed']),
          sourceUrl: z.string().nullable(),
          note: z.string().nullable(),
          confirmedAt: z.iso.datetime().nullable(),
        }),
      ),
      outcome: drawOutcome,
    }),
  ),
  /** The extraction that decides next, once the draw is sealed and until it is done. */
  awaits: z.int().nullable(),
  winners: z.array(
    z.object({
      position: z.int(),
      number: z.int(),
      tag: z.string().nullable(),
      /** First name and last initial. */
      name: z.string(),
    }),
  ),
  record: drawRecord.nullable(),
});
export type DrawAudit = z.infer<typeof drawAudit>;
