/** Public list of winners. */
import { z } from 'zod';
import { shownPrize } from './prizes.ts';

export const winner = z.object({
  id: z.uuid(),
  rifaId: z.uuid(),
  rifaTitle: z.string(),
  rifaImage: z.string(),
  /** First name and last initial. */
  winnerName: z.string(),
  winnerNumber: z.int(),
  /** Total of the rifa, which sets the padding of the number. */
  totalNumbers: z.int(),
  /** 1-based. */
  winnerPosition: z.int(),
  drawDate: z.iso.datetime(),
  /** Null for a winner announced by hand. */
  prizeName: z.string().nullable(),
  /** URL; null if the prize has no picture. */
  prizeImage: z.string().nullable(),
  /** Null for a winner announced by hand. */
  prize: shownPrize.nullable(),
});
export type Winner = z.infer<typeof winner>;
