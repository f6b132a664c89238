import { toast } from 'sonner';
import { FAILED_ORDER_VISIBLE_MS } from '@mare/domain/timings.ts';
import { errorMessage } from '../../messages.ts';
import { hasEnded } from '../../session/session.ts';

const TOAST_ID = 'order-failed';

/** Shows why the order failed. */
export function notifyOrderFailed(title: string, error: unknown): void {
  // The screen shows the sign-in.
  if (hasEnded()) return;
  toast.error(title, { id: TOAST_ID, description: errorMessage(error), duration: FAILED_ORDER_VISIBLE_MS });
}

/** A new attempt makes the reason of the last one untrue. */
export function dismissOrderFailed(): void {
  toast.dismiss(TOAST_ID);
}
