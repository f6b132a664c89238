import { api, limitRate, requirePermission } from '../platform/http/api.ts';
import { declareWinner } from './declare-winner.ts';
import { endTest } from './end-test.ts';
import { listRunningTests, listTestResults } from './experiments.queries.ts';
import { recordEvent } from './record-event.ts';
import { recordVisit } from './record-visit.ts';
import { startTest } from './start-test.ts';

/** Generous, because mobile carriers share one IP address among many visitors. */
const VISITS = { name: 'visit-step', hits: 600, seconds: 60 };
const EVENTS = { name: 'experiment-event', hits: 60, seconds: 60 };

export const experimentsRoutes = {
  running: api.experiments.running.handler(({ context }) => listRunningTests(context.platform.db)),
  record: api.experiments.record.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, EVENTS, context.ipAddress);
    const userId = context.principal?.userId ?? null;
    return { counted: await recordEvent(context.platform, { ...input, userId }) };
  }),
  recordVisit: api.experiments.recordVisit.handler(async ({ input, context, errors }) => {
    limitRate(context, errors, VISITS, context.ipAddress);
    const userId = context.principal?.userId ?? null;
    return { counted: await recordVisit(context.platform, { ...input, userId }) };
  }),
  results: api.experiments.results.use(requirePermission('manage-experiments')).handler(({ context }) => {
    return listTestResults(context.platform.db);
  }),
  start: api.experiments.start
    .use(requirePermission('manage-experiments'))
    .handler(async ({ input, context, errors }) => {
      const started = await startTest(context.platform, context.admin, input);
      if (!started.ok) throw errors[started.code]();
      return { id: started.id };
    }),
  end: api.experiments.end
    .use(requirePermission('manage-experiments'))
    .handler(async ({ input, context, errors }) => {
      if (!(await endTest(context.platform, context.admin, input.id))) throw errors.VERSION_CONFLICT();
      return { ended: true as const };
    }),
  declareWinner: api.experiments.declareWinner
    .use(requirePermission('manage-experiments'))
    .handler(async ({ input, context, errors }) => {
      const declared = await declareWinner(context.platform, context.admin, input);
      if (!declared.ok) throw errors[declared.code]();
      return { declared: true as const };
    }),
};
