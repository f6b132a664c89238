import type { Cancellation } from '@mare/contract/rifas/cancellation.ts';
import { CANCEL_REASONS } from '@mare/domain/rifas/lifecycle/cancelling.ts';

/** Why a rifa was cancelled, as it was declared in public. */
export function CancelReasonText({ cancellation }: { cancellation: Cancellation }) {
  const { reason, note } = cancellation;
  return (
    <p className="max-w-2xl">
      <strong>Motivo do cancelamento:</strong> {CANCEL_REASONS[reason]}.{note && ` ${note}`}
    </p>
  );
}
