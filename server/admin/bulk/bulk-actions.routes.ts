import { can } from '@mare/domain/accounts/permissions.ts';
import { api, requirePermission } from '../../platform/http/api.ts';
import { once } from '../../platform/http/idempotency/once.ts';
import { selectBulkActions, selectBulkResults } from './bulk-actions.queries.ts';
import { stopBulkAction, undoBulkAction } from './end-bulk-action.ts';
import { countOrders, countPeople, startOrdersAction, startPeopleAction } from './start-bulk-action.ts';

const { orders, people } = api.admin;
const workOnOrders = requirePermission('work-on-orders');
const annotatePeople = requirePermission('annotate-people');

export const orderBulkRoutes = {
  list: orders.bulk.list.use(workOnOrders).handler(({ context }) => {
    return selectBulkActions(context.platform.db, 'orders');
  }),

  count: orders.bulk.count.use(workOnOrders).handler(async ({ input, context }) => {
    return { count: await countOrders(context.platform.db, input) };
  }),

  start: orders.bulk.start
    .use(workOnOrders)
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const started = await startOrdersAction(context.platform, context.admin, input);
      if (!started.ok) throw errors[started.code]();
      return selectBulkActions(context.platform.db, 'orders');
    }),

  results: orders.bulk.results.use(workOnOrders).handler(async ({ input, context, errors }) => {
    const results = await selectBulkResults(context.platform.db, 'orders', input.id, false);
    if (!results) throw errors.NOT_FOUND();
    return results;
  }),

  stop: orders.bulk.stop.use(workOnOrders).handler(async ({ input, context, errors }) => {
    const key = { ...input, subject: 'orders' } as const;
    if (!(await stopBulkAction(context.platform, context.admin, key))) throw errors.NOT_FOUND();
    return selectBulkActions(context.platform.db, 'orders');
  }),

  undo: orders.bulk.undo.use(workOnOrders).handler(async ({ input, context, errors }) => {
    const undone = await undoBulkAction(context.platform, context.admin, { ...input, subject: 'orders' });
    if (!undone.ok) throw errors[undone.code]();
    return selectBulkActions(context.platform.db, 'orders');
  }),
};

export const personBulkRoutes = {
  list: people.bulk.list.use(annotatePeople).handler(({ context }) => {
    return selectBulkActions(context.platform.db, 'people');
  }),

  count: people.bulk.count.use(annotatePeople).handler(async ({ input, context }) => {
    return { count: await countPeople(context.platform.db, input) };
  }),

  start: people.bulk.start
    .use(annotatePeople)
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const started = await startPeopleAction(context.platform, context.admin, input);
      if (!started.ok) throw errors[started.code]();
      return selectBulkActions(context.platform.db, 'people');
    }),

  results: people.bulk.results.use(annotatePeople).handler(async ({ input, context, errors }) => {
    const withContact = can(context.principal.role, 'list-contacts');
    const results = await selectBulkResults(context.platform.db, 'people', input.id, withContact);
    if (!results) throw errors.NOT_FOUND();
    return results;
  }),

  stop: people.bulk.stop.use(annotatePeople).handler(async ({ input, context, errors }) => {
    const key = { ...input, subject: 'people' } as const;
    if (!(await stopBulkAction(context.platform, context.admin, key))) throw errors.NOT_FOUND();
    return selectBulkActions(context.platform.db, 'people');
  }),

  undo: people.bulk.undo.use(annotatePeople).handler(async ({ input, context, errors }) => {
    const undone = await undoBulkAction(context.platform, context.admin, { ...input, subject: 'people' });
    if (!undone.ok) throw errors[undone.code]();
    return selectBulkActions(context.platform.db, 'people');
  }),
};
