import type { apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
import { isApiError } from '../../fetching/failures/is-api-error.ts';

type OpenOrder = z.infer<(typeof apiErrors)['OPEN_ORDER']['data']>;

export const OPEN_ORDER_TITLE = 'Você tem um pedido reservado';

/** Reference of the order of the same cart that waits for its payment; null for another error. */
export function readOpenOrder(error: unknown): string | null {
  if (!isApiError(error, 'OPEN_ORDER')) return null;
  return (error as { data: OpenOrder }).data.externalReference;
}
