import { can } from '@mare/domain/accounts/permissions.ts';
import {
  listAllotmentsOfRifa,
  listOpenAllotments,
  shownAllotment,
} from '../../orders/stand/find-allotments.ts';
import { returnAllotment } from '../../orders/stand/end-allotments.ts';
import { readStandRoom, setNumbersAside } from '../../orders/stand/set-numbers-aside.ts';
import { listSellers, offerAllotment, takeOverAllotment } from '../../orders/stand/take-over-allotment.ts';
import { api, ipAddressOf, limitRate, requirePermission } from '../../platform/http/api.ts';
import type { RateLimit } from '../../platform/http/request/rate-limit.ts';
import { explainNotOnSale } from '../quotes/quote-cart.ts';
import { sendSales } from './send-sales.ts';

/** Per IP address: several phones of a fair, each with a queue. */
const SENDING: RateLimit = { name: 'stand-sales', hits: 120, seconds: 60 };

const seller = requirePermission('sell-manually');

export const standRoutes = {
  room: api.stand.room.use(seller).handler(async ({ input: { rifaId }, context, errors }) => {
    const room = await readStandRoom(context.platform, context.admin.userId, rifaId);
    if (room) return room;
    throw errors.RIFA_NOT_ACTIVE({ data: await notOnSale(context.platform, rifaId) });
  }),
  setAside: api.stand.setAside.use(seller).handler(async ({ input, context, errors }) => {
    const set = await setNumbersAside(context.platform, context.admin, input);
    if (set.ok) return { ...shownAllotment(set.allotment), terms: set.allotment.terms };
    if (set.code === 'RIFA_NOT_ACTIVE')
      throw errors.RIFA_NOT_ACTIVE({ data: await notOnSale(context.platform, input.rifaId) });
    if (set.code === 'ALLOTMENT_TOO_LARGE') throw errors.ALLOTMENT_TOO_LARGE({ data: { room: set.room } });
    if (set.code === 'BUSY') throw errors.BUSY({ data: { retryAfterSeconds: 2 } });
    throw errors[set.code]();
  }),
  allotments: api.stand.allotments
    .use(seller)
    .handler(({ context }) => listOpenAllotments(context.platform.db, context.admin.userId)),
  takeOver: api.stand.takeOver.use(seller).handler(async ({ input, context, errors }) => {
    const taken = await takeOverAllotment(context.platform, context.admin, input);
    if (!taken.ok) throw errors[taken.code]();
    return { ...shownAllotment(taken.allotment), terms: taken.allotment.terms };
  }),
  offer: api.stand.offer
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const offered = await offerAllotment(context.platform, context.admin, input);
      if (!offered.ok) throw errors[offered.code]();
      return { done: true as const };
    }),
  sellers: api.stand.sellers
    .use(requirePermission('manage-rifas'))
    .handler(({ context }) => listSellers(context.platform.db)),
  giveBack: api.stand.giveBack.use(seller).handler(async ({ input, context, errors }) => {
    const managesRifas = can(context.principal.role, 'manage-rifas');
    const { id, isFinal } = input;
    const result = await returnAllotment(context.platform, context.admin, { id, managesRifas, isFinal });
    if (!result.ok) throw errors.NOT_FOUND();
    return { freed: result.freed };
  }),
  ofRifa: api.stand.ofRifa
    .use(requirePermission('manage-rifas'))
    .handler(({ input, context }) => listAllotmentsOfRifa(context.platform.db, input.id)),
  send: api.stand.send.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, SENDING, context.ipAddress);
    const sent = await sendSales(context.platform, ipAddressOf(context), input);
    if (!sent.ok) throw errors.NOT_FOUND();
    const { ok: _, ...results } = sent;
    return results;
  }),
};

async function notOnSale(platform: Parameters<typeof explainNotOnSale>[0], rifaId: string) {
  const { title, pauseReason } = await explainNotOnSale(platform, {
    ok: false as const,
    code: 'RIFA_NOT_ACTIVE',
    rifaId,
    title: '',
    pauseReason: null as string | null,
  });
  return { rifaId, title, pauseReason };
}
