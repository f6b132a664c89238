import type { Segment } from '@mare/domain/personalization/segments.ts';
import { DEFAULT_PREFERENCES } from '@mare/domain/personalization/preferences.ts';
import { findSpendingBlock } from '../accounts/limits/read-own-limits.ts';
import { api, ipAddressOf, requireUser } from '../platform/http/api.ts';
import { readPreferences } from './preferences/read-preferences.ts';
import { savePreferences } from './preferences/save-preferences.ts';

export const personalizationRoutes = {
  mine: api.personalization.mine.use(requireUser).handler(async ({ context }) => {
    const { platform, principal } = context;
    const row = await platform.db
      .selectFrom('profiles')
      .select('segment')
      .where('id', '=', principal.userId)
      .executeTakeFirst();
    const block = await findSpendingBlock(platform.db, platform, principal.userId);
    return {
      segment: (row?.segment ?? 'new') as Segment,
      block: block && { ...block, until: block.until.toISOString() },
    };
  }),
  preferences: api.personalization.preferences.use(requireUser).handler(async ({ context }) => {
    const saved = await readPreferences(context.platform.db, context.principal.userId);
    return { preferences: saved ?? DEFAULT_PREFERENCES, saved: saved !== null };
  }),
  savePreferences: api.personalization.savePreferences
    .use(requireUser)
    .handler(async ({ input, context }) => {
      const { userId } = context.principal;
      await savePreferences(context.platform, { userId, ipAddress: ipAddressOf(context) }, input);
      return { saved: true as const };
    }),
};
