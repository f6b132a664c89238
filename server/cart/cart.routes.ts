import { api, limitRate, requireUser, requirePermission } from '../platform/http/api.ts';
import { readCartAnalytics } from './abandonment/abandonment.queries.ts';
import { trackCart } from './abandonment/track-cart.ts';
import { migrateCart } from './migrate-cart.ts';
import { openPersonCart } from './person-cart.ts';
import { syncCart } from './sync-cart.ts';

const SYNCS = { name: 'sync-cart', hits: 600, seconds: 60 };

export const cartRoutes = {
  analytics: api.cart.analytics.use(requirePermission('view-overview')).handler(({ context }) => {
    return readCartAnalytics(context.platform.db, context.platform.clock.now());
  }),
  sync: api.cart.sync.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, SYNCS, context.ipAddress);
    const { platform, principal } = context;
    const synced = await syncCart(platform, { ...input, userId: principal?.userId ?? null });
    if (!synced.ok) throw errors[synced.code]();
    if (principal && synced.recorded) await trackCart(platform, principal.userId, input.items);
    return { saved: synced.saved, version: synced.version };
  }),
  migrate: api.cart.migrate.use(requireUser).handler(({ input, context }) => {
    return migrateCart(context.platform, { ...input, userId: context.principal.userId });
  }),
  mine: api.cart.mine.use(requireUser).handler(({ context }) => {
    return openPersonCart(context.platform, context.principal.userId);
  }),
};
