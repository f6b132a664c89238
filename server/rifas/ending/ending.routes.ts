import { endingSteps } from '@mare/domain/rifas/ending/ending-steps.ts';
import { api, requirePermission } from '../../platform/http/api.ts';
import { closeBooks } from './close-books.ts';
import { findEndings } from './ending-facts.queries.ts';

const { rifas } = api.admin;

export const rifaEndingRoutes = {
  ending: rifas.ending
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context: { platform }, errors }) => {
      const [ending] = await findEndings(platform.db, [input.id]);
      if (!ending) throw errors.NOT_FOUND();
      const steps = endingSteps(ending.facts, platform.clock.now()).map(({ until, doneAt, ...step }) => ({
        ...step,
        until: until?.toISOString() ?? null,
        doneAt: doneAt?.toISOString() ?? null,
      }));
      return { steps };
    }),

  closeBooks: rifas.closeBooks
    .use(requirePermission('manage-rifas'))
    .handler(async ({ input, context, errors }) => {
      const closed = await closeBooks(context.platform, context.admin, input.id);
      if (!closed.ok) throw errors[closed.code]();
      return { closed: true };
    }),
};
