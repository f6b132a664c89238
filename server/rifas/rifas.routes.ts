import { needsConfirmedPhone } from '../accounts/phones/read-phone-confirmation.ts';
import { drawFreeNumbers } from '../orders/numbers/draw-free-numbers.ts';
import { findTakenNumbers } from '../orders/numbers/find-taken-numbers.ts';
import { readNumberMap, searchFreeNumbers } from '../orders/numbers/free-numbers.ts';
import { api, limitRate, requireUser } from '../platform/http/api.ts';
import { checkParticipation } from '../orders/participation/check-participation.ts';
import { findDrawableRifa } from './find-drawable-rifa.ts';
import { findLegalPack } from './legal/find-legal-pack.ts';
import { isUuid } from '../platform/is-uuid.ts';
import { readLeaders } from './leaders/read-leaders.ts';
import { readPurchaseTiers } from '../settings/read-purchase-tiers.ts';
import { readSocialProof } from './read-social-proof.ts';
import { findRifaBatched } from './find-rifa-batched.ts';
import { listShopRifas } from './rifas.queries.ts';

/** Generous, because mobile carriers share one IP address among many buyers. */
const DRAWS = { name: 'draw-numbers', hits: 600, seconds: 60 };
const MAPS = { name: 'number-map', hits: 300, seconds: 60 };

export const rifasRoutes = {
  list: api.rifas.list.handler(({ context }) =>
    listShopRifas(context.platform.db, context.platform.clock.now()),
  ),

  find: api.rifas.find.handler(async ({ input, context, errors }) => {
    const rifa = isUuid(input.id) ? await findRifaBatched(context.platform, input.id) : null;
    if (!rifa) throw errors.NOT_FOUND();
    return rifa;
  }),

  participation: api.rifas.participation.use(requireUser).handler(async ({ input, context, errors }) => {
    const participation = await checkParticipation(context.platform, context.principal.userId, input.id);
    if (!participation) throw errors.NOT_FOUND();
    const waits =
      participation.allowed && (await needsConfirmedPhone(context.platform, context.principal.userId));
    return waits ? { ...participation, allowed: false, reason: 'phone_unconfirmed' } : participation;
  }),

  legal: api.rifas.legal.handler(async ({ input, context, errors }) => {
    const legal = isUuid(input.id) ? await findLegalPack(context.platform.db, input.id) : null;
    if (!legal) throw errors.NOT_FOUND();
    return legal;
  }),

  tiers: api.rifas.tiers.handler(({ context }) => readPurchaseTiers(context.platform.db)),

  socialProof: api.rifas.socialProof.handler(({ context }) => readSocialProof(context.platform)),

  takenNumbers: api.rifas.takenNumbers.handler(async ({ input, context, errors }) => {
    const taken = await findTakenNumbers(context.platform.db, input.id, input.numbers);
    if (!taken) throw errors.NOT_FOUND();
    return { taken };
  }),

  leaders: api.rifas.leaders.handler(({ input, context }) => readLeaders(context.platform, input.id)),

  numberMap: api.rifas.numberMap.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, MAPS, context.ipAddress);
    const map = await readNumberMap(context.platform.db, input.id, context.platform.clock.now());
    if (!map) throw errors.NOT_FOUND();
    return map;
  }),

  searchNumbers: api.rifas.searchNumbers.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, MAPS, context.ipAddress);
    const found = await searchFreeNumbers(context.platform.db, input, context.platform.clock.now());
    if (!found) throw errors.NOT_FOUND();
    return found;
  }),

  drawNumbers: api.rifas.drawNumbers.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, DRAWS, context.ipAddress);
    const rifa = await findDrawableRifa(context.platform, input.id);
    if (!rifa) throw errors.NOT_FOUND();
    const { quantity, except } = input;
    const drawn = await drawFreeNumbers(context.platform, { rifaId: rifa.id, quantity, except });
    // With cotas premiadas, numbers are hidden until the reservation draws them.
    if (drawn.ok) return { numbers: rifa.hidesPrizes ? [] : drawn.numbers };
    if (drawn.code === 'RIFA_WITHOUT_NUMBERS') throw errors.NOT_FOUND();
    const remaining = drawn.code === 'NOT_ENOUGH' ? drawn.remaining : 0;
    throw errors.NOT_ENOUGH_NUMBERS({ data: { rifaId: rifa.id, title: rifa.title, remaining } });
  }),
};
