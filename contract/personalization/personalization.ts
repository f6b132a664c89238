import { oc } from '@orpc/contract';
import { z } from 'zod';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { CATEGORIES, FREQUENCIES, THEMES } from '@mare/domain/personalization/preferences.ts';
import { RECOMMENDATIONS_MAX } from '@mare/domain/personalization/recommendations.ts';
import { pickErrors } from '../errors.ts';
import { rifaSummary } from '../rifas/rifa-detail.ts';

const centavos = z.coerce.number().int().min(0).max(100_000_000);

const preferences = z.object({
  /** Categories of the first prize; empty means all. */
  favoriteCategories: z.array(z.enum(CATEGORIES)).max(CATEGORIES.length),
  minCentavos: z.int().min(0).max(100_000_000),
  maxCentavos: z.int().min(0).max(100_000_000),
  /** In Maceió. */
  notificationTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  frequency: z.enum(FREQUENCIES),
  theme: z.enum(THEMES),
});

const spendingBlock = z.object({ reason: z.enum(['paused', 'excluded']), until: z.iso.datetime() });
export type SpendingBlockView = z.infer<typeof spendingBlock>;

export const personalization = {
  mine: oc
    .route({ method: 'GET', path: '/me/segment', summary: 'Read the caller’s segment' })
    .output(
      z.object({
        segment: z.enum(SEGMENTS),
        /** The pause or self-exclusion in force: nothing invites the caller to buy until then. */
        block: spendingBlock.nullable(),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED')),
  recommendations: oc
    .route({ method: 'GET', path: '/me/recommendations', summary: 'Rifas on sale, soonest draw first' })
    .input(
      z.object({
        /** Price of a cota; defaults to the caller's preferences. */
        minCentavos: centavos.optional(),
        maxCentavos: centavos.optional(),
      }),
    )
    .output(z.array(rifaSummary).max(RECOMMENDATIONS_MAX))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  preferences: oc
    .route({
      method: 'GET',
      path: '/me/preferences',
      summary: 'Read the caller’s preferences',
    })
    .output(z.object({ preferences, saved: z.boolean() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  savePreferences: oc
    .route({ method: 'PUT', path: '/me/preferences', summary: 'Save the caller’s preferences' })
    .input(preferences.refine(({ minCentavos, maxCentavos }) => minCentavos <= maxCentavos))
    .output(z.object({ saved: z.literal(true) }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
