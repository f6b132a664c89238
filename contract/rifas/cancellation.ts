import { z } from 'zod';
import { CANCEL_REASONS, type CancelReason } from '@mare/domain/rifas/lifecycle/cancelling.ts';

/** The public reason of a cancelled rifa. */
export const cancellation = z.object({
  reason: z.enum(Object.keys(CANCEL_REASONS) as [CancelReason, ...CancelReason[]]),
  /** The admin's explanation; null for a reason that explains itself. */
  note: z.string().nullable(),
});
export type Cancellation = z.infer<typeof cancellation>;
