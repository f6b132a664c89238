import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { findTags } from './find-tags.ts';

/**
 * The tags that cotas of an order may have on the frozen list of a rifa: of its buyer, and of everyone who was given
 * one, with the accounts merged into theirs. Empty before the freeze.
 */
export async function findTagsOfOrder(
  db: Kysely<DB>,
  { rifaId, orderId, userId }: { rifaId: string; orderId: string; userId: string },
): Promise<ReadonlySet<string>> {
  const recipients = await db
    .selectFrom('cotaGifts')
    .select((eb) => eb.ref('recipientId').$notNull().as('recipientId'))
    .distinct()
    .where('orderId', '=', orderId)
    .where('rifaId', '=', rifaId)
    .where('recipientId', 'is not', null)
    .execute();
  const holders = new Set([userId, ...recipients.map(({ recipientId }) => recipientId)]);
  const tags = await findTags(db, rifaId, [...holders]);
  return new Set([...tags.values()].flatMap((ofHolder) => [...ofHolder]));
}
