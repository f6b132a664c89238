import { drawDistinct } from '@mare/domain/cart/draw-distinct.ts';
import { queries } from '../api.ts';
import { isApiError } from '../fetching/is-api-error.ts';

/**
 * Random numbers of a rifa for the cart: free ones from the server; offline, any. They are not reserved.
 * @throws NOT_ENOUGH_NUMBERS
 */
export async function requestNumbers(
  rifaId: string,
  quantity: number,
  totalNumbers: number,
  taken: readonly number[] = [],
): Promise<number[]> {
  try {
    const { numbers } = await queries.rifas.drawNumbers.call({ id: rifaId, quantity });
    const fresh = numbers.filter((number) => !taken.includes(number));
    const missing = quantity - fresh.length;
    return missing === 0 ? fresh : [...fresh, ...drawLocally(missing, totalNumbers, [...taken, ...fresh])];
  } catch (error) {
    if (isApiError(error, 'NOT_ENOUGH_NUMBERS')) throw error;
    return drawLocally(quantity, totalNumbers, taken);
  }
}

function drawLocally(quantity: number, totalNumbers: number, taken: readonly number[]): number[] {
  return drawDistinct(quantity, totalNumbers, cryptoRandom, taken);
}

function cryptoRandom(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
}
