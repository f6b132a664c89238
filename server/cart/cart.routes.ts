import { api, limitRate, requireAdmin, requireUser } from '../platform/http/api.ts';
import { readCartAnalytics } from './abandonment/abandonment.queries.ts';
import { trackCart } from './abandonment/track-cart.ts';
import { migrateCart } from './migrate-cart.ts';
import { syncCart } from './sync-cart.ts';

const SYNCS = { name: 'sync-cart', hits: 600, seconds: 60 };

export const cartRoutes = {
  analytics: api.cart.analytics.use(requireAdmin).handler(({ context }) => {
    return readCartAnalytics(context.platform.db, context.platform.clock.now());
  }),
  sync: api.cart.sync.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, SYNCS, context.address);
    const { platform, principal } = context;
    const synced = await syncCart(platform.db, input.sessionId, input.items, principal?.userId ?? null);
    if (!synced.ok) throw errors.CART_CLOSED();
    if (principal) await trackCart(platform, principal.userId, input.items);
    return { saved: synced.saved };
  }),
  migrate: api.cart.migrate.use(requireUser).handler(({ input, context }) => {
    return migrateCart(context.platform.db, input.sessionId, context.principal.userId);
  }),
};
