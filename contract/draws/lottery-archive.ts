/** Admin view of the Loteria Federal extraction archive. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MAX_ARCHIVE_CHARACTERS } from '@mare/domain/draws/lottery/archive-file.ts';
import { pickErrors } from '../errors.ts';
import { lotteryPrizes } from './draw-audit.ts';

const anomaly = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('NUMBER_GAP'), number: z.int(), previous: z.int() }),
  z.object({
    kind: z.literal('DATE_BEFORE_PREVIOUS'),
    number: z.int(),
    date: z.string(),
    previousDate: z.string(),
  }),
  z.object({ kind: z.literal('NO_PRIZES'), number: z.int(), date: z.string() }),
  z.object({
    kind: z.literal('SOURCES_DISAGREE'),
    number: z.int(),
    field: z.enum(['date', 'prizes']),
    sources: z.array(z.string()),
  }),
]);

export const comingExtraction = z.object({
  number: z.int(),
  /** ISO date in Brasília. */
  date: z.string(),
  /** Earliest start. */
  runsAt: z.iso.datetime(),
  announced: z.boolean(),
  /** Accuracy of past predictions this far ahead, 0 to 1; null when not measured. */
  confidence: z.number().nullable(),
  /** The number is certain enough to be promised to buyers. */
  isNumberKnown: z.boolean(),
});
export type ComingExtractionView = z.infer<typeof comingExtraction>;

export const lotteryArchive = z.object({
  sources: z.array(
    z.object({
      name: z.string(),
      latestNumber: z.int().nullable(),
      answeredAt: z.iso.datetime().nullable(),
      /** Error of the latest attempt; null when it succeeded. */
      error: z.string().nullable(),
    }),
  ),
  /** Latest first. */
  latest: z.array(
    z.object({
      number: z.int(),
      date: z.string(),
      prizes: lotteryPrizes.nullable(),
      sources: z.array(z.string()),
    }),
  ),
  /** Anomalies of the latest extractions, latest first. */
  anomalies: z.array(anomaly),
  coming: z.array(comingExtraction),
  /** Draws are sealed only while the archive is fresh. */
  isFresh: z.boolean(),
});
export type LotteryArchive = z.infer<typeof lotteryArchive>;

export const lotteryArchiveContract = {
  archive: oc
    .route({ method: 'GET', path: '/admin/lottery-archive', summary: 'Read the archive of extractions' })
    .output(lotteryArchive)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  coming: oc
    .route({
      method: 'GET',
      path: '/admin/lottery-archive/coming',
      summary: 'List upcoming extractions for the draw date of a rifa',
    })
    .output(z.array(comingExtraction))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  refreshArchive: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-archive/refresh',
      summary: 'Fetch new extractions from every source',
    })
    .output(lotteryArchive)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  importArchive: oc
    .route({
      method: 'POST',
      path: '/admin/lottery-archive',
      summary: 'Import extractions from a CSV file',
    })
    .input(z.object({ csv: z.string().min(1).max(MAX_ARCHIVE_CHARACTERS) }))
    .output(
      z.object({
        imported: z.int(),
        /** Skipped lines; `line` is 1-based. */
        rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'DRAW_REJECTED')),
};
