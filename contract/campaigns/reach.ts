/** How many people a campaign reaches, and why others of its audience are left out. */
import { z } from 'zod';

/** Each person once, by the first reason that holds. */
const leftOut = z.object({
  /** Under 18. */
  minor: z.int(),
  /** Excluded themselves, or may not buy in this shop. */
  excluded: z.int(),
  /** Live where the rifa that it leads to is not sold. */
  otherCity: z.int(),
  /** Switched this kind of mail off. */
  unwanted: z.int(),
});
export type LeftOut = z.infer<typeof leftOut>;

export const reach = z.object({ people: z.int(), leftOut });
export type Reach = z.infer<typeof reach>;
