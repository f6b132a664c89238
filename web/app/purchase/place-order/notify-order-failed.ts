import { toast } from 'sonner';
import { FAILED_ORDER_VISIBLE_MS } from '@mare/domain/timings.ts';
import { errorMessage } from '../../messages.ts';
import { NoAnswer } from '../../session/fetch-in-time.ts';
import { hasEnded } from '../../session/session.ts';

const TOAST_ID = 'order-failed';

/** The order may have been made. The next press sends the same idempotency key. */
const UNKNOWN = {
  title: 'A resposta do pedido não chegou.',
  description:
    'Confira sua internet e toque de novo. Se o pedido já foi feito, ele abre: nada é pedido duas vezes.',
};

/** Shows why the order failed. */
export function notifyOrderFailed(title: string, error: unknown): void {
  // The screen shows the sign-in.
  if (hasEnded()) return;
  const reason = error instanceof NoAnswer ? UNKNOWN : { title, description: errorMessage(error) };
  toast.error(reason.title, {
    id: TOAST_ID,
    description: reason.description,
    duration: FAILED_ORDER_VISIBLE_MS,
  });
}

/** A new attempt makes the reason of the last one untrue. */
export function dismissOrderFailed(): void {
  toast.dismiss(TOAST_ID);
}
