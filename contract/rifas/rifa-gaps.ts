import { z } from 'zod';
import { MISSING_BEFORE_PUBLISHING } from '@mare/domain/rifas/lifecycle/publishing.ts';

/** The first extraction that a rifa can be published for. */
const nextExtraction = z.object({
  /** Null while it is not known. */
  number: z.int().nullable(),
  /** Earliest start. */
  runsAt: z.iso.datetime(),
});
export type NextExtraction = z.infer<typeof nextExtraction>;

export const rifaGaps = z.object({
  missing: z.array(z.enum(MISSING_BEFORE_PUBLISHING)),
  /** The first extraction that leaves time to sell and to seal; null when the archive knows none. */
  nextExtraction: nextExtraction.nullable(),
});
export type RifaGaps = z.infer<typeof rifaGaps>;
