import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { OrderLine, StoredOrder } from '../reading/order.queries.ts';
import { selectGivenAway } from './gifts.queries.ts';

/** The lines of a paid order with the numbers that are still its buyer's: accepted gifts are their recipients'. */
export async function linesWithoutGifts(
  db: Kysely<DB>,
  { id, lines }: Pick<StoredOrder, 'id' | 'lines'>,
): Promise<OrderLine[]> {
  const gifts = await selectGivenAway(db, id).select(['rifaId', 'number']).execute();
  const givenCotas = new Set(gifts.map(({ rifaId, number }) => `${rifaId}:${number}`));
  return lines
    .map((line) => ({
      ...line,
      numbers: line.numbers.filter((number) => !givenCotas.has(`${line.rifaId}:${number}`)),
    }))
    .filter(({ numbers }) => numbers.length > 0);
}
