import { z } from 'zod';
import { CORRECTED_PARTS } from '@mare/domain/rifas/corrections/published-changes.ts';

/** An announced correction of a published rifa. */
export const rifaCorrection = z.object({
  at: z.iso.datetime(),
  /** Public. */
  reason: z.string(),
  /** False where the public log has the rifa's publication, but not this correction. */
  isLogged: z.boolean(),
  changes: z.array(
    z.object({
      part: z.enum(CORRECTED_PARTS),
      /** Name of the prize whose description changed. */
      prize: z.string().nullable(),
      /** Value as buyers read it; an ISO instant for a date, a path for a picture. */
      before: z.string(),
      after: z.string(),
    }),
  ),
});
/** Correction in the public log. */
export const loggedCorrection = z.object({
  at: z.iso.datetime(),
  reason: z.string(),
  /** Changed field with its old and new value. */
  changes: z.array(z.string()),
});
export type LoggedCorrection = z.infer<typeof loggedCorrection>;

export type RifaCorrection = z.infer<typeof rifaCorrection>;
