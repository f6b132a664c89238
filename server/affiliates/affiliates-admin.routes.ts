/** What an admin sees of affiliates, and decides about what they and partners are paid. */
import { dateInMaceio } from '@mare/domain/maceio-time.ts';
import { api, requireAdmin } from '../platform/http/api.ts';
import { selectAffiliates } from './affiliates.queries.ts';
import { collectPayouts } from './payouts/collect-payouts.job.ts';
import {
  approvePayout,
  cancelPayout,
  type DecidePayoutResult,
  markPayoutPaid,
} from './payouts/decide-payout.ts';
import { payoutsCsv } from './payouts/payouts-csv.ts';
import { findApprovedPayouts, listPayouts } from './payouts/payouts.queries.ts';
import { setAffiliateStatus } from './set-affiliate-status.ts';

const PAGE_SIZE = 20;
/** More than a month brings; what lies beyond is exported once these are paid. */
const EXPORTED = 5_000;

function answer(
  result: DecidePayoutResult,
  errors: { PAYOUT_CHANGED(): Error; PIX_KEY_MISSING(): Error },
): { decided: true } {
  if (result.ok) return { decided: true };
  throw result.code === 'changed' ? errors.PAYOUT_CHANGED() : errors.PIX_KEY_MISSING();
}

const { admin } = api;

export const affiliatesAdminRoutes = {
  affiliates: admin.affiliates.handler(async ({ input, context, errors }) => {
    requireAdmin(context, errors);
    return selectAffiliates(context.platform.db, input);
  }),

  setAffiliateStatus: admin.setAffiliateStatus.handler(async ({ input, context, errors }) => {
    const admin = requireAdmin(context, errors);
    const changed = await setAffiliateStatus(context.platform, { ...input, ...admin });
    if (!changed.ok) throw errors[changed.code]();
    return { status: input.status };
  }),

  payouts: admin.payouts.handler(async ({ input, context, errors }) => {
    requireAdmin(context, errors);
    return listPayouts(context.platform.db, { ...input, pageSize: PAGE_SIZE });
  }),

  collectPayouts: admin.collectPayouts.handler(async ({ context, errors }) => {
    requireAdmin(context, errors);
    return { made: await collectPayouts(context.platform) };
  }),

  approvePayout: admin.approvePayout.handler(async ({ input, context, errors }) => {
    const admin = requireAdmin(context, errors);
    return answer(await approvePayout(context.platform, { payoutId: input.id, ...admin }), errors);
  }),

  payPayout: admin.payPayout.handler(async ({ input, context, errors }) => {
    const admin = requireAdmin(context, errors);
    const { id: payoutId, reference } = input;
    return answer(await markPayoutPaid(context.platform, { payoutId, reference, ...admin }), errors);
  }),

  cancelPayout: admin.cancelPayout.handler(async ({ input, context, errors }) => {
    const admin = requireAdmin(context, errors);
    return answer(await cancelPayout(context.platform, { payoutId: input.id, ...admin }), errors);
  }),

  exportPayouts: admin.exportPayouts.handler(async ({ input, context, errors }) => {
    requireAdmin(context, errors);
    const { db, clock } = context.platform;
    const payouts = await findApprovedPayouts(db, input.kind, EXPORTED);
    const name = input.kind === 'affiliate' ? 'afiliados' : 'parceiros';
    return { fileName: `repasses-${name}-${dateInMaceio(clock.now())}.csv`, csv: payoutsCsv(payouts) };
  }),
};
