import { toast } from 'sonner';
import type { z } from 'zod';
import type { apiErrors } from '@mare/contract/errors.ts';
import { FAILED_ORDER_VISIBLE_MS } from '@mare/domain/timings.ts';
import { isApiError } from '../../fetching/failures/is-api-error.ts';

type Uncharged = z.infer<(typeof apiErrors)['PAYMENT_UNAVAILABLE']['data']>;

/**
 * Reads from an error the reference of an order that was placed and reserved its numbers although the provider created no
 * charge. The order's page requests another one. Null for any other error.
 */
export function readUnchargedOrder(error: unknown): string | null {
  if (!isApiError(error, 'PAYMENT_UNAVAILABLE')) return null;
  return (error as { data: Uncharged }).data.externalReference;
}

export function notifyUncharged(): void {
  toast.error('Seu pedido está feito, mas o Pix não saiu', {
    description: 'O provedor de pagamentos não respondeu. Seus números estão reservados: gere o Pix de novo.',
    duration: FAILED_ORDER_VISIBLE_MS,
  });
}
