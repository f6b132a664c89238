import type { Segment } from '@mare/domain/personalization/segments.ts';
import { api } from '../platform/api.ts';
import { listRecommended } from '../rifas/list-recommended.ts';

export const personalizationRoutes = {
  mine: api.personalization.mine.handler(async ({ context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    const row = await context.platform.db
      .selectFrom('profiles')
      .select('segment')
      .where('id', '=', context.principal.userId)
      .executeTakeFirst();
    return { segment: (row?.segment ?? 'new') as Segment };
  }),
  recommendations: api.personalization.recommendations.handler(async ({ input, context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    return listRecommended(context.platform, input);
  }),
};
