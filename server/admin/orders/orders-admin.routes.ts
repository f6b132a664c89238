import { can } from '@mare/domain/accounts/permissions.ts';
import {
  api,
  ipAddressOf,
  limitShared,
  type PanelUser,
  type Principal,
  requireRecentProof,
  requirePermission,
} from '../../platform/http/api.ts';
import { once } from '../../platform/http/idempotency/once.ts';
import { recordDataAccess } from '../../activity-log/record-data-access.ts';
import { listOrders, selectRifaChoices } from './list-orders.ts';
import { deleteOrderView, saveOrderView, selectOrderViews } from './order-views.ts';
import { readOrder } from './read-order.ts';
import { selectOrderTags, tagOrder } from './tag-orders.ts';
import { addOrderNote, correctOrderContact, RECEIPTS_PER_ORDER, resendReceipt } from './work-on-order.ts';

const { orders } = api.admin;

const userOf = (context: { principal: Principal; ipAddress: string }): PanelUser => ({
  userId: context.principal.userId,
  ipAddress: ipAddressOf(context),
});

export const ordersAdminRoutes = {
  list: orders.list.use(requirePermission('view-orders')).handler(({ input, context }) => {
    return listOrders(context.platform.db, input, can(context.principal.role, 'list-contacts'));
  }),

  choices: orders.choices.use(requirePermission('view-orders')).handler(async ({ context }) => {
    const { db } = context.platform;
    return { rifas: await selectRifaChoices(db), tags: await selectOrderTags(db) };
  }),

  views: orders.views.use(requirePermission('view-orders')).handler(({ context }) => {
    return selectOrderViews(context.platform.db);
  }),

  saveView: orders.saveView.use(requirePermission('work-on-orders')).handler(async ({ input, context }) => {
    await saveOrderView(context.platform, userOf(context), input);
    return selectOrderViews(context.platform.db);
  }),

  deleteView: orders.deleteView
    .use(requirePermission('work-on-orders'))
    .handler(async ({ input, context, errors }) => {
      if (!(await deleteOrderView(context.platform, userOf(context), input.name))) throw errors.NOT_FOUND();
      return selectOrderViews(context.platform.db);
    }),

  find: orders.find.use(requirePermission('view-orders')).handler(async ({ input, context, errors }) => {
    const order = await readOrder(context.platform.db, input.id, can(context.principal.role, 'view-money'));
    if (!order) throw errors.NOT_FOUND();
    await recordDataAccess(context, 'order', order.id);
    return order;
  }),

  addNote: orders.addNote
    .use(requirePermission('work-on-orders'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      if (!(await addOrderNote(context.platform, userOf(context), input))) throw errors.NOT_FOUND();
      return { done: true };
    }),

  tag: orders.tag.use(requirePermission('work-on-orders')).handler(async ({ input, context, errors }) => {
    if (!(await tagOrder(context.platform, userOf(context), input))) throw errors.NOT_FOUND();
    return { done: true };
  }),

  resendReceipt: orders.resendReceipt
    .use(requirePermission('work-on-orders'))
    .handler(async ({ input, context, errors }) => {
      await limitShared(context, errors, RECEIPTS_PER_ORDER, input.id);
      const sent = await resendReceipt(context.platform, userOf(context), input);
      if (!sent.ok) throw errors[sent.code]();
      return { done: true };
    }),

  correctContact: orders.correctContact
    .use(requirePermission('correct-contacts'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const corrected = await correctOrderContact(context.platform, userOf(context), input);
      if (!corrected.ok) throw errors[corrected.code]();
      return { done: true };
    }),
};
