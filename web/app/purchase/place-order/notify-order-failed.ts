import { toast } from 'sonner';
import { FAILED_ORDER_VISIBLE_MS } from '@mare/domain/timings.ts';
import { errorMessage } from '../../messages.ts';
import { hasEnded } from '../../session/session.ts';

/** Shows why the order failed. */
export function notifyOrderFailed(title: string, error: unknown): void {
  // The screen shows the sign-in.
  if (hasEnded()) return;
  toast.error(title, { description: errorMessage(error), duration: FAILED_ORDER_VISIBLE_MS });
}
