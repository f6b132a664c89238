import { shortBuyerName } from '../reading/buyer-name.ts';
import { listHoldings } from '../own/list-holdings.ts';
import { pageOfOrders } from '../own/page-of-orders.ts';
import { api } from '../../platform/http/api.ts';
import { closeLookup, findLookedUp, openLookup, sendLookupCode } from './lookup-session.ts';

export const ownNumbersRoutes = {
  sendLookupCode: api.orders.sendLookupCode.handler(async ({ input, context, errors }) => {
    const sent = await sendLookupCode(context.platform, { ...input, ipAddress: context.ipAddress });
    if (sent.ok) return { lookupId: sent.lookupId };
    if (sent.code === 'INVALID_CONTACT') throw errors.INVALID_CONTACT();
    throw errors.TOO_MANY_REQUESTS({ data: sent });
  }),

  openLookup: api.orders.openLookup.handler(async ({ input, context, errors }) => {
    const { platform, cookies, ipAddress } = context;
    const opened = await openLookup(platform, cookies, { ...input, ipAddress });
    if (opened.ok) return { open: true as const };
    if (opened.code === 'CODE_INVALID') throw errors.CODE_INVALID();
    throw errors.TOO_MANY_REQUESTS({ data: opened });
  }),

  lookedUpCotas: api.orders.lookedUpCotas.handler(async ({ input, context: { platform, cookies } }) => {
    const userIds = await findLookedUp(platform, cookies);
    return userIds ? listHoldings(platform, userIds, input) : { holdings: null, nextPage: null };
  }),

  lookedUpOrders: api.orders.lookedUpOrders.handler(async ({ input, context: { platform, cookies } }) => {
    const userIds = await findLookedUp(platform, cookies);
    if (!userIds) return { orders: [], next: null };
    const { found, orders, next } = await pageOfOrders(platform, userIds, input.before);
    return {
      orders: orders.map((order, index) => ({ ...order, buyerName: shortBuyerName(found[index]!.customer) })),
      next,
    };
  }),

  closeLookup: api.orders.closeLookup.handler(async ({ context: { platform, cookies } }) => {
    await closeLookup(platform, cookies);
    return { closed: true as const };
  }),
};
