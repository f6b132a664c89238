import { api, limitRate } from '../platform/api.ts';
import { syncCart } from './sync-cart.ts';

const SYNCS = { name: 'sync-cart', hits: 600, seconds: 60 };

export const cartRoutes = {
  sync: api.cart.sync.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, SYNCS, context.address);
    return { saved: await syncCart(context.platform.db, input.sessionId, input.items) };
  }),
};
