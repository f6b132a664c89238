import { api, requirePermission } from '../../platform/http/api.ts';
import { drawError } from '../admin/draw-admin.routes.ts';
import { deliverInstantPrize } from './deliver-instant-prize.ts';
import { listHeldInstantPrizes } from './list-held-instant-prizes.ts';
import { listInstantPrizeRifas } from './list-instant-prize-rifas.ts';
import { readFoundPrizes, readInstantPrizes } from './read-instant-prizes.ts';

const { draws } = api;

export const instantPrizesRoutes = {
  instantPrizeRifas: draws.instantPrizeRifas
    .use(requirePermission('manage-draws'))
    .handler(({ input, context }) => {
      return listInstantPrizeRifas(context.platform.db, input);
    }),

  instantPrizes: draws.instantPrizes.handler(async ({ input, context }) => ({
    instantPrizes: await readInstantPrizes(context.platform.db, input.rifaId),
  })),

  foundPrizes: draws.foundPrizes.handler(async ({ input, context }) => ({
    found: await readFoundPrizes(context.platform.db, input.externalReference),
  })),

  heldInstantPrizes: draws.heldInstantPrizes
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context }) => ({
      positions: await listHeldInstantPrizes(context.platform.db, input.rifaId),
    })),

  deliverInstantPrize: draws.deliverInstantPrize
    .use(requirePermission('manage-draws'))
    .handler(async ({ input, context, errors }) => {
      const delivered = await deliverInstantPrize(context.platform, context.admin, input);
      if (delivered.ok) return { done: true as const };
      if (delivered.code === 'NOT_FOUND') throw errors.NOT_FOUND();
      throw drawError(errors, delivered);
    }),
};
