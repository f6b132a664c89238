/** Audit data of a rifa's draw, past or upcoming. */
import { z } from 'zod';
import { shownPrize } from './prizes.ts';
import { publicAction } from '../approvals/approvals.ts';
import { cancellation } from '../rifas/cancellation.ts';
import { CLAUSE_REASONS } from '@mare/domain/draws/lottery/declared-clause.ts';

/** The five prizes of an extraction, first prize first. */
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
const winningNumber = z.object({ position: z.int(), number: z.int().nullable() });
const drawOutcome = z.object({
  steps: z.array(drawStep),
  winners: z.array(winningNumber),
  awaits: z.int().nullable(),
});

const lotteryResult = z.object({
  extraction: z.int(),
  /** ISO date. */
  date: z.string(),
  prizes: lotteryPrizes,
  /** Raw official response and its SHA-256; null for a manually entered result. */
  rawBody: z.string().nullable(),
  rawHash: z.string().nullable(),
});

const frozenList = z.object({
  soldNumbers: z.int(),
  excludedNumbers: z.int(),
  hash: z.string(),
  root: z.string(),
  frozenAt: z.iso.datetime(),
});

const seal = z.object({
  version: z.int(),
  hash: z.string(),
  extraction: z.int(),
  extractionDate: z.string(),
  sealedAt: z.iso.datetime(),
});

/** What the pages show besides the record, to be compared with the seal and the public log. */
const shownDraw = z.object({
  title: z.string(),
  priceCentavos: z.int(),
  totalNumbers: z.int(),
  /** SHA-256 of the text of the regulation; null without one. */
  regulationHash: z.string().nullable(),
  /** SHA-256 of description, pictures, video and prizes. */
  contentHash: z.string().nullable(),
  /** Terms declared before the first sale, one sentence each. */
  declared: z.array(z.string()).nullable(),
  rule: z.object({ version: z.string(), fallback: z.string(), cotaWinsOnce: z.boolean() }),
  list: frozenList.nullable(),
  seals: z.array(seal),
  draws: z.array(
    z.object({
      version: z.int(),
      winners: z.array(winningNumber),
      drawnAt: z.iso.datetime(),
    }),
  ),
  results: z.array(
    z.object({
      extraction: z.int(),
      source: z.string(),
      confirmedAt: z.iso.datetime().nullable(),
    }),
  ),
  steps: z.array(z.object({ position: z.int(), number: z.int().nullable(), verdict: z.string() })),
  clauseSteps: z.array(
    z.object({ reason: z.string(), extraction: z.int().nullable(), appliedAt: z.iso.datetime() }),
  ),
  /** Null for a rifa without cotas premiadas. */
  instantPrizes: z
    .object({
      seedCommitment: z.string(),
      beacon: z.object({ chain: z.string(), round: z.int(), signature: z.string().nullable() }).nullable(),
      /** SHA-256 over the commitments of all prizes. */
      commitments: z.string().nullable(),
      prizes: z.array(
        z.object({
          name: z.string(),
          number: z.int().nullable(),
          valueCentavos: z.int().nullable().optional(),
        }),
      ),
    })
    .nullable(),
});

/** Everything needed to verify a draw, except the list. Before the draw, results and winners are empty. */
const drawRecord = z.object({
  seal: z.object({ text: z.string(), hash: z.string() }),
  results: z.array(lotteryResult),
  winners: z.array(winningNumber.extend({ tag: z.string().nullable() })),
  /** As the pages name them, to be compared with those published before the first sale. */
  prizes: z.array(z.object({ position: z.int(), name: z.string() })),
  shown: shownDraw,
  /** OpenTimestamps proof file of the seal, in hexadecimal digits. */
  anchor: z.string().nullable(),
  /** Case to which the declared clause was applied; null for a draw by the sealed extraction on the sealed day. */
  clause: z
    .object({
      /** ISO dates in Brasília. */
      sealedOn: z.string(),
      decidedOn: z.string(),
      /** Extractions from the sealed number on, as the sources report them. */
      known: z.array(z.object({ number: z.int(), date: z.string(), prizes: lotteryPrizes.nullable() })),
    })
    .nullable(),
});

/** Findings that the shop's own verification of a rifa rejects. */
export const failingCheck = z.object({
  since: z.iso.datetime(),
  /** The stored list differs from the sealed one: the rifa is not drawn until it is restored. */
  isListChanged: z.boolean(),
});

export const drawAudit = z.object({
  rifa: z.object({
    id: z.uuid(),
    title: z.string(),
    image: z.string(),
    status: z.enum(['active', 'closed', 'completed', 'cancelled']),
    /** Its sales are paused by the organiser. */
    isPaused: z.boolean(),
    totalNumbers: z.int(),
    drawDate: z.iso.datetime(),
    drawExtraction: z.int().nullable(),
    salesEndAt: z.iso.datetime(),
    /** Why it was cancelled, where a reason was declared in public. */
    cancellation: cancellation.nullable(),
  }),
  rule: z.object({
    version: z.string(),
    fallback: z.enum(['lot', 'next_extraction']),
    cotaWinsOnce: z.boolean(),
  }),
  prizes: z.array(z.object({ position: z.int(), name: z.string() })),
  /** Null while sales are open or orders are pending. */
  list: frozenList.extend({ bytes: z.int() }).nullable(),
  /** Oldest first; the last one counts. */
  seals: z.array(
    seal.extend({
      text: z.string(),
      reason: z.string().nullable(),
      /** External timestamp; null when there is none. */
      anchor: z
        .object({
          calendar: z.string(),
          anchoredAt: z.iso.datetime(),
          /** Height of the Bitcoin block that includes it; null until confirmed. */
          blockHeight: z.int().nullable(),
          /** Same format as `record.anchor`. */
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
      /** The step of the clause that decided it; null for the sealed extraction on the sealed day. */
      clauseStep: z.int().nullable(),
      results: z.array(
        lotteryResult.extend({
          source: z.enum(['official', 'typed']),
          sourceUrl: z.string().nullable(),
          note: z.string().nullable(),
          /** When it was typed or fetched. */
          enteredAt: z.iso.datetime(),
          confirmedAt: z.iso.datetime().nullable(),
          /**
           * Until when a typed result waited for the official source; null when it did not, as in the demonstration.
           */
          officialAwaitedUntil: z.iso.datetime().nullable(),
          /** When the official source agreed with a typed result; null while it has not. */
          officialAgreedAt: z.iso.datetime().nullable(),
          /** Admins who typed and approved the result. With only one, it waited in public instead. */
          people: z.int().min(0).max(2),
          /** Another result replaced this one, and the draw is repeated. */
          isReplaced: z.boolean(),
        }),
      ),
      outcome: drawOutcome,
    }),
  ),
  /** Number of the extraction that decides next; null before sealing and after the draw. */
  awaits: z.int().nullable(),
  /**
   * Changes of the latest seal by the declared clause, in the order of events; empty if everything went as announced.
   */
  clauseSteps: z.array(
    z.object({
      reason: z.enum(CLAUSE_REASONS),
      /** The extraction that decides; null while it is awaited. */
      extraction: z.int().nullable(),
      appliedAt: z.iso.datetime(),
    }),
  ),
  winners: z.array(
    z.object({
      position: z.int(),
      number: z.int(),
      tag: z.string().nullable(),
      /** First name and last initial. */
      name: z.string(),
      /** Null for a winner who was announced manually. */
      prize: shownPrize.nullable(),
    }),
  ),
  /** Actions of admins under the two-person rule, oldest first. */
  actions: z.array(publicAction),
  /** Null while the verification passes. */
  failing: failingCheck.nullable(),
  /** Null until the list is sealed. */
  record: drawRecord.nullable(),
});
export type DrawAudit = z.infer<typeof drawAudit>;
