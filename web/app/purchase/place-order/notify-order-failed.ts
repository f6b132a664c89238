import { toast } from 'sonner';
import { FAILED_ORDER_VISIBLE_MS } from '@mare/domain/timings.ts';
import { errorMessage } from '../../messages.ts';
import { NoAnswer } from '../../session/fetch-in-time.ts';
import { hasEnded } from '../../session/session.ts';
import { hasEndedForGood } from './closed-order.ts';

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
  const reason = reasonOf(error) ?? { title, description: errorMessage(error) };
  toast.error(reason.title, {
    id: TOAST_ID,
    description: reason.description,
    duration: FAILED_ORDER_VISIBLE_MS,
  });
}

function reasonOf(error: unknown): { title: string; description: string } | null {
  if (error instanceof NoAnswer) return UNKNOWN;
  if (!hasEndedForGood(error)) return null;
  return {
    title: 'O pedido anterior não está mais aberto.',
    description: `${errorMessage(error)} Toque de novo para fazer outro pedido.`,
  };
}

/** Says that the order of an earlier press is paid, or that its reservation is ending; its page opens. */
export function notifyOrderFound(error: unknown): void {
  toast.info('Este pedido já foi feito', { description: errorMessage(error) });
}

/** A new attempt makes the reason of the last one untrue. */
export function dismissOrderFailed(): void {
  toast.dismiss(TOAST_ID);
}
