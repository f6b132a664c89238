/** Mail headers that route replies back to the ticket. */
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { makeReplyToken, replyAddress } from '@mare/domain/support/inbound/reply-address.ts';
import type { Platform } from '../../platform/platform.ts';

/** @returns null if replies by mail are not configured */
export async function readReplyHeaders(
  db: Kysely<DB> | Transaction<DB>,
  { config, random }: Pick<Platform, 'config' | 'random'>,
  ticketId: string,
): Promise<Record<string, string> | null> {
  if (!config.mailReplies) return null;
  const token = makeReplyToken(random.bytes(26));
  const ticket = await db
    .updateTable('supportTickets')
    .set((eb) => ({ replyToken: eb.fn.coalesce('replyToken', eb.val(token)) }))
    .where('id', '=', ticketId)
    .returning('replyToken')
    .executeTakeFirstOrThrow();
  const last = await db
    .selectFrom('supportInbound')
    .select('messageId')
    .where('ticketId', '=', ticketId)
    .where('messageId', 'is not', null)
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Not the id of any mail: it only makes mail clients group the mails of a ticket.
  const root = `<ticket-${ticketId}@${new URL(config.publicUrl).hostname}>`;
  const answered = last?.messageId ?? null;
  return {
    'Reply-To': replyAddress(config.mailReplies.address, ticket.replyToken!),
    'In-Reply-To': answered ?? root,
    References: answered ? `${root} ${answered}` : root,
  };
}
