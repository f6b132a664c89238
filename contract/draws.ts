import { oc } from '@orpc/contract';
import { z } from 'zod';

export const winner = z.object({
  id: z.uuid(),
  rifaId: z.uuid(),
  rifaTitle: z.string(),
  rifaImage: z.string(),
  /** First name and last initial. */
  winnerName: z.string(),
  winnerNumber: z.int(),
  /** The rifa's, to which the number is padded. */
  totalNumbers: z.int(),
  /** 1-based. */
  winnerPosition: z.int(),
  drawDate: z.iso.datetime(),
});
export type Winner = z.infer<typeof winner>;

export const draws = {
  winners: oc
    .route({ method: 'GET', path: '/winners', summary: 'Winners, latest draw first' })
    .input(z.object({ /** 1-based. */ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(z.object({ winners: z.array(winner), pages: z.int() })),
};
