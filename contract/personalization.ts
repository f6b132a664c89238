import { oc } from '@orpc/contract';
import { z } from 'zod';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import {
  PREFERRED_PRICE_CENTAVOS,
  RECOMMENDATIONS_MAX,
} from '@mare/domain/personalization/recommendations.ts';
import { refuses } from './refusals.ts';
import { rifaSummary } from './rifas.ts';

const centavos = z.coerce.number().int().min(0).max(1_000_000_00);

export const personalization = {
  mine: oc
    .route({ method: 'GET', path: '/me/segment', summary: 'Who one is to the shop' })
    .output(z.object({ segment: z.enum(SEGMENTS) }))
    .errors(refuses('NOT_AUTHENTICATED')),
  recommendations: oc
    .route({ method: 'GET', path: '/me/recommendations', summary: 'Rifas on sale, soonest draw first' })
    .input(
      z.object({
        /** Price of a cota. */
        minCentavos: centavos.default(PREFERRED_PRICE_CENTAVOS.min),
        maxCentavos: centavos.default(PREFERRED_PRICE_CENTAVOS.max),
      }),
    )
    .output(z.array(rifaSummary).max(RECOMMENDATIONS_MAX))
    .errors(refuses('NOT_AUTHENTICATED')),
};
