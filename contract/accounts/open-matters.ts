import { z } from 'zod';

/** Why an account cannot be deleted yet. */
export const openMatters = z.object({
  pendingOrders: z.int(),
  /** Rifas not yet drawn in which the user holds cotas. */
  openDraws: z.int(),
  /** Not paid yet, including refunds that the provider rejected until an admin decides about them. */
  refunds: z.int(),
  /** Won in the last 30 days. */
  prizes: z.int(),
  /** Collected and not yet paid out. */
  payouts: z.int(),
  /** Affiliate accounts with a negative balance. */
  debts: z.int(),
  /** Commissions earned and in no payout yet, at least 0. They block from the minimum payout on. */
  unpaidCommissionsCentavos: z.int(),
});
export type OpenMatters = z.infer<typeof openMatters>;
