import {
  api,
  limitShared,
  type Principal,
  type RequestContext,
  requireRecentProof,
  requireUser,
} from '../../platform/http/api.ts';
import { findOrderByReference } from '../reading/find-order.ts';
import type { StoredOrder } from '../reading/order.queries.ts';
import { cancelGift } from './cancel-gift.ts';
import { claimGift } from './claim-gift.ts';
import { selectGiftableRifas } from './giftable.queries.ts';
import { selectGivenGifts } from './gifts.queries.ts';
import { readGift } from './read-gift.ts';
import { giveCotas } from './give-cotas.ts';

const GIFTS = { name: 'give-cota', hits: 60, seconds: 3600 };

async function ownOrder(
  { platform, principal }: Pick<RequestContext, 'platform'> & { principal: Principal },
  errors: { NOT_FOUND(): Error },
  externalReference: string,
): Promise<StoredOrder> {
  const order = await findOrderByReference(platform.db, externalReference);
  if (order?.userId !== principal.userId) throw errors.NOT_FOUND();
  return order;
}

export const giftsRoutes = {
  giveCotas: api.orders.giveCotas
    .use(requireUser)
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const { externalReference, number, numbers = [number!], message, ...recipient } = input;
      const order = await ownOrder(context, errors, externalReference);
      await limitShared(context, errors, GIFTS, order.userId);
      const result = await giveCotas(context.platform, order, {
        ...recipient,
        numbers,
        message: message || null,
      });
      if (result.ok) return result.gift;
      if (result.code === 'NOT_FOUND') throw errors.NOT_FOUND();
      throw errors.GIFT_REJECTED({ data: result });
    }),

  givenCotas: api.orders.givenCotas.use(requireUser).handler(async ({ input, context, errors }) => {
    const order = await ownOrder(context, errors, input.externalReference);
    const { db } = context.platform;
    const [gifts, open] = await Promise.all([
      selectGivenGifts(db, order.id),
      order.status === 'paid'
        ? selectGiftableRifas(
            db,
            order.lines.map((line) => line.rifaId),
          )
        : [],
    ]);
    return { gifts, open };
  }),

  cancelGift: api.orders.cancelGift.use(requireUser).handler(async ({ input, context, errors }) => {
    const cancelled = await cancelGift(context.platform, context.principal.userId, input.reference);
    if (cancelled.ok) return { cancelled: true as const };
    if (cancelled.code === 'NOT_FOUND') throw errors.NOT_FOUND();
    throw errors.GIFT_REJECTED({ data: { reason: 'claimed' } });
  }),

  gift: api.orders.gift.handler(async ({ input, context, errors }) => {
    const gift = await readGift(context.platform.db, input.reference, context.principal?.userId ?? null);
    if (!gift) throw errors.NOT_FOUND();
    return gift;
  }),

  claimGift: api.orders.claimGift.use(requireUser).handler(async ({ input, context, errors }) => {
    const { userId } = context.principal;
    const claimed = await claimGift(context.platform, userId, input.reference);
    if (!claimed.ok && claimed.code === 'NOT_FOUND') throw errors.NOT_FOUND();
    if (!claimed.ok && claimed.code === 'GIFT_REJECTED') throw errors.GIFT_REJECTED({ data: claimed });
    if (!claimed.ok) {
      const { rifaId, title, participation } = claimed;
      const { reason, until, eligibleCities } = participation;
      throw errors.NOT_ELIGIBLE({ data: { rifaId, title, reason: reason!, until, eligibleCities } });
    }
    return (await readGift(context.platform.db, input.reference, userId))!;
  }),
};
