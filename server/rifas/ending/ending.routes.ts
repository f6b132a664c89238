import type { ShownDecision } from '@mare/contract/rifas/rifa-ending.ts';
import type { RifaDecision } from '@mare/domain/rifas/ending/rifa-decisions.ts';
import { endingSteps } from '@mare/domain/rifas/ending/ending-steps.ts';
import { api, requirePermission } from '../../platform/http/api.ts';
import { closeBooks } from './close-books.ts';
import { findEndings } from './ending-facts.queries.ts';
import { readDecisions } from './read-decisions.ts';

const { rifas } = api.admin;

export const rifaEndingRoutes = {
  decisions: rifas.decisions.use(requirePermission('manage-rifas')).handler(async ({ context }) => {
    const found = await readDecisions(context.platform);
    return found.map(({ decision, ...rifa }) => ({ ...rifa, decision: toShown(decision) }));
  }),

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

function toShown(decision: RifaDecision): ShownDecision {
  if (decision.kind === 'paused') return { ...decision, since: decision.since.toISOString() };
  if (decision.kind === 'few_sales') return { ...decision, until: decision.until.toISOString() };
  return { ...decision, until: decision.until?.toISOString() ?? null };
}
