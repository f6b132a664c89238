import type { apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
import { formatInteger } from '../../format.ts';
import { isApiError } from '../../messages.ts';

type TooFewLeft = z.infer<(typeof apiErrors)['NOT_ENOUGH_NUMBERS']['data']>;

/**
 * Label and press of a button for NOT_ENOUGH_NUMBERS that takes the remaining cotas.
 * @param take changes the quantity of that rifa
 */
export function remainingCotasOffer(
  error: unknown,
  take: (rifaId: string, remaining: number) => void,
): { label: string; onClick: () => void } | undefined {
  if (!isApiError(error, 'NOT_ENOUGH_NUMBERS')) return undefined;
  const { rifaId, remaining } = (error as { data: TooFewLeft }).data;
  if (remaining === 0) return undefined;
  return { label: `Levar ${formatInteger(remaining)}`, onClick: () => take(rifaId, remaining) };
}
