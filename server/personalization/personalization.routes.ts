import type { Segment } from '@mare/domain/personalization/segments.ts';
import { DEFAULT_PREFERENCES } from '@mare/domain/personalization/preferences.ts';
import { api, ipAddressOf } from '../platform/http/api.ts';
import { listRecommended } from '../rifas/list-recommended.ts';
import { readPreferences } from './preferences/read-preferences.ts';
import { savePreferences } from './preferences/save-preferences.ts';

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
    const { db } = context.platform;
    const preferred = (await readPreferences(db, context.principal.userId)) ?? DEFAULT_PREFERENCES;
    return listRecommended(context.platform, {
      minCentavos: input.minCentavos ?? preferred.minCentavos,
      maxCentavos: input.maxCentavos ?? preferred.maxCentavos,
      categories: preferred.favoriteCategories,
    });
  }),
  preferences: api.personalization.preferences.handler(async ({ context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    const saved = await readPreferences(context.platform.db, context.principal.userId);
    return { preferences: saved ?? DEFAULT_PREFERENCES, saved: saved !== null };
  }),
  savePreferences: api.personalization.savePreferences.handler(async ({ input, context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    const { userId } = context.principal;
    await savePreferences(context.platform, { userId, ipAddress: ipAddressOf(context) }, input);
    return { saved: true as const };
  }),
};
