import { api, limitRate } from '../platform/api.ts';
import { migrateCart } from './migrate-cart.ts';
import { syncCart } from './sync-cart.ts';

const SYNCS = { name: 'sync-cart', hits: 600, seconds: 60 };

export const cartRoutes = {
  sync: api.cart.sync.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, SYNCS, context.address);
    const { platform, principal } = context;
    const synced = await syncCart(platform.db, input.sessionId, input.items, principal?.userId ?? null);
    if (!synced.ok) throw errors.CART_CLOSED();
    return { saved: synced.saved };
  }),
  migrate: api.cart.migrate.handler(({ input, context, errors }) => {
    if (!context.principal) throw errors.NOT_AUTHENTICATED();
    return migrateCart(context.platform.db, input.sessionId, context.principal.userId);
  }),
};
