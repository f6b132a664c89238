/** Admin endpoints of affiliates and of payouts to affiliates and partners. */
import { can, type Role } from '@mare/domain/accounts/permissions.ts';
import { api, requireRecentProof, requirePermission } from '../platform/http/api.ts';
import { selectAffiliates } from './affiliates.queries.ts';
import { collectPayouts } from './payouts/collect-payouts.job.ts';
import {
  approvePayout,
  cancelPayout,
  type DecidePayoutResult,
  markPayoutPaid,
} from './payouts/decide-payout.ts';
import { exportPayouts } from './payouts/export-payouts.ts';
import { listPayouts } from './payouts/payouts.queries.ts';
import { maskPixKey } from './read-pix-key.ts';
import { setAffiliateStatus } from './set-affiliate-status.ts';

const PAGE_SIZE = 20;

function answer(
  result: DecidePayoutResult,
  errors: {
    PAYOUT_CHANGED(): Error;
    PIX_KEY_MISSING(): Error;
    PAYOUT_FROZEN(options: { data: { until: string } }): Error;
  },
): { decided: true } {
  if (result.ok) return { decided: true };
  if (result.code === 'FROZEN') throw errors.PAYOUT_FROZEN({ data: { until: result.until.toISOString() } });
  throw result.code === 'CHANGED' ? errors.PAYOUT_CHANGED() : errors.PIX_KEY_MISSING();
}

/** Masks personal data by role: a Pix key is often a CPF or a phone, so only roles that pay see it whole. */
function showTo<P extends { email: string; pixKey: string | null }>(role: Role, payout: P): P {
  const { email, pixKey } = payout;
  return {
    ...payout,
    email: can(role, 'list-contacts') ? email : '',
    pixKey: pixKey === null || can(role, 'move-money') ? pixKey : maskPixKey(pixKey),
  };
}

const { admin } = api;

export const affiliatesAdminRoutes = {
  affiliates: admin.affiliates
    .use(requirePermission('view-affiliates'))
    .handler(async ({ input, context }) => {
      const page = await selectAffiliates(context.platform.db, input);
      if (can(context.principal.role, 'list-contacts')) return page;
      return { ...page, rows: page.rows.map((row) => ({ ...row, email: null })) };
    }),

  setAffiliateStatus: admin.setAffiliateStatus
    .use(requirePermission('manage-affiliates'))
    .handler(async ({ input, context, errors }) => {
      const changed = await setAffiliateStatus(context.platform, { ...input, ...context.admin });
      if (!changed.ok) throw errors[changed.code]();
      return { status: input.status };
    }),

  payouts: admin.payouts.use(requirePermission('view-money')).handler(async ({ input, context }) => {
    const { db, clock } = context.platform;
    const { role } = context.principal;
    const page = await listPayouts(db, clock.now(), { ...input, pageSize: PAGE_SIZE });
    return { ...page, payouts: page.payouts.map((payout) => showTo(role, payout)) };
  }),

  collectPayouts: admin.collectPayouts.use(requirePermission('move-money')).handler(async ({ context }) => {
    return { made: await collectPayouts(context.platform) };
  }),

  approvePayout: admin.approvePayout
    .use(requirePermission('move-money'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      return answer(await approvePayout(context.platform, { payoutId: input.id, ...context.admin }), errors);
    }),

  payPayout: admin.payPayout
    .use(requirePermission('move-money'))
    .use(requireRecentProof)
    .handler(async ({ input, context, errors }) => {
      const { id: payoutId, reference } = input;
      return answer(
        await markPayoutPaid(context.platform, { payoutId, reference, ...context.admin }),
        errors,
      );
    }),

  cancelPayout: admin.cancelPayout
    .use(requirePermission('move-money'))
    .handler(async ({ input, context, errors }) => {
      return answer(
        await cancelPayout(context.platform, {
          payoutId: input.id,
          isExported: input.isExported,
          ...context.admin,
        }),
        errors,
      );
    }),

  exportPayouts: admin.exportPayouts
    .use(requirePermission('move-money'))
    .use(requireRecentProof)
    .handler(async ({ input, context }) => {
      return exportPayouts(context.platform, { ...input, ...context.admin });
    }),
};
