import { MAX_SUGGESTED_NUMBERS } from '@mare/domain/cart/limits.ts';
import { drawDistinct } from '@mare/domain/cart/draw-distinct.ts';
import { queries } from '../api.ts';
import { isApiError } from '../fetching/failures/is-api-error.ts';

/**
 * Random numbers of a rifa for the cart: free ones from the server, or any numbers if it does not respond. They are
 * not reserved. For a large quantity only the first ones are suggested, and the reservation draws the others.
 * @param taken numbers that the cart already holds
 * @throws NOT_ENOUGH_NUMBERS, and NOT_FOUND for a rifa that is not on sale
 */
export async function requestNumbers(
  rifaId: string,
  cotas: number,
  totalNumbers: number,
  taken: readonly number[] = [],
): Promise<number[]> {
  const quantity = Math.min(cotas, MAX_SUGGESTED_NUMBERS);
  try {
    const { numbers } = await queries.rifas.drawNumbers.call({
      id: rifaId,
      quantity,
      except: taken.slice(0, MAX_EXCEPT),
    });
    return numbers;
  } catch (error) {
    if (isApiError(error, 'NOT_ENOUGH_NUMBERS') || isApiError(error, 'NOT_FOUND')) throw error;
    return drawDistinct(quantity, totalNumbers, cryptoRandom, taken);
  }
}

/** Maximum numbers that the server excludes from a draw. */
const MAX_EXCEPT = 2000;

function cryptoRandom(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
}
