import { DEFAULT_PREFERENCES } from '@mare/domain/personalization/preferences.ts';
import { hasSpendingBlock } from '../accounts/limits/read-own-limits.ts';
import { readPreferences } from '../personalization/preferences/read-preferences.ts';
import { api, requireUser } from '../platform/http/api.ts';
import { listRecommended } from './list-recommended.ts';

export const recommendationsRoutes = {
  recommendations: api.personalization.recommendations
    .use(requireUser)
    .handler(async ({ input, context }) => {
      const { platform } = context;
      const { userId } = context.principal;
      if (await hasSpendingBlock(platform.db, platform, userId)) return [];
      const preferred = (await readPreferences(platform.db, userId)) ?? DEFAULT_PREFERENCES;
      return listRecommended(platform, {
        minCentavos: input.minCentavos ?? preferred.minCentavos,
        maxCentavos: input.maxCentavos ?? preferred.maxCentavos,
        categories: preferred.favoriteCategories,
      });
    }),
};
