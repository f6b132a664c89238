/** Number of people that a campaign reaches, and why others of its audience are excluded. */
import { z } from 'zod';
import type { AudienceExclusion } from '@mare/domain/campaigns/audience-exclusion.ts';

/** Each person once, by the first of `AUDIENCE_EXCLUSIONS` that holds. */
const leftOut = z.object({
  /** Under 18. */
  minor: z.int(),
  /** Excluded themselves, or may not buy in this shop. */
  excluded: z.int(),
  /** People who are not VIPs, if the campaign's rifa is sold to VIPs only, or to VIPs first. */
  notVip: z.int(),
  /** Live in a place where the campaign's rifa is not sold. */
  otherCity: z.int(),
  /** Switched this kind of mail off. */
  unwanted: z.int(),
} satisfies Record<AudienceExclusion, z.ZodInt>);
export type AudienceExclusionCounts = z.infer<typeof leftOut>;

export const reach = z.object({ people: z.int(), leftOut });
export type Reach = z.infer<typeof reach>;
