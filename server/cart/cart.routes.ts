import { api } from '../platform/api.ts';
import { syncCart } from './sync-cart.ts';

export const cartRoutes = {
  sync: api.cart.sync.handler(async ({ input, context }) => ({
    saved: await syncCart(context.platform.db, input.sessionId, input.items),
  })),
};
