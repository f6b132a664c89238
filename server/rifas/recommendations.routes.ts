import { DEFAULT_PREFERENCES } from '@mare/domain/personalization/preferences.ts';
import { readPreferences } from '../personalization/preferences/read-preferences.ts';
import { api, requireUser } from '../platform/http/api.ts';
import { listRecommended } from './list-recommended.ts';

export const recommendationsRoutes = {
  recommendations: api.personalization.recommendations
    .use(requireUser)
    .handler(async ({ input, context }) => {
      const { db } = context.platform;
      const preferred = (await readPreferences(db, context.principal.userId)) ?? DEFAULT_PREFERENCES;
      return listRecommended(context.platform, {
        minCentavos: input.minCentavos ?? preferred.minCentavos,
        maxCentavos: input.maxCentavos ?? preferred.maxCentavos,
        categories: preferred.favoriteCategories,
      });
    }),
};
