import type { Cancellation } from '@mare/contract/rifas/cancellation.ts';
import { CANCEL_REASONS } from '@mare/domain/rifas/lifecycle/cancelling.ts';

/** The public reason for cancelling a rifa. */
export function CancelReasonText({ cancellation }: { cancellation: Cancellation }) {
  const { reason, note } = cancellation;
  return (
    <p className="max-w-2xl">
      <strong>Motivo do cancelamento:</strong> {CANCEL_REASONS[reason]}.{note && ` ${note}`}
    </p>
  );
}
