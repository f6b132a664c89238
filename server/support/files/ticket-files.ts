/** Photos and PDFs in the thread of a ticket. */
import type { Kysely, Transaction } from 'kysely';
import type { TicketFile } from '@mare/contract/support/support.ts';
import type { DB } from '@mare/database/schema.ts';
import type { StoredDocument } from '../../platform/documents/photo.ts';

const MAX_NAME_CHARACTERS = 120;

export interface NewTicketFile {
  name: string;
  document: StoredDocument;
}

/** The message that holds the file must exist in the same transaction. */
export async function insertTicketFile(
  trx: Transaction<DB>,
  replyId: string,
  { name, document }: NewTicketFile,
  createdAt: Date,
): Promise<void> {
  await trx
    .insertInto('supportFiles')
    .values({ replyId, name, type: document.type, content: document.bytes, createdAt })
    .execute();
}

/** The name that a browser sent, sanitised: shown to the other side and never used as a path. */
export function readFileName(name: string, type: StoredDocument['type']): string {
  const shown = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return shown.slice(0, MAX_NAME_CHARACTERS) || (type === 'application/pdf' ? 'documento.pdf' : 'foto.jpg');
}

/** Null if unknown or of another ticket. */
export async function readTicketFile(
  db: Kysely<DB>,
  ticketId: string,
  replyId: string,
): Promise<TicketFile | null> {
  const file = await db
    .selectFrom('supportFiles as file')
    .innerJoin('supportReplies as reply', 'reply.id', 'file.replyId')
    .select(['file.type', 'file.content'])
    .where('file.replyId', '=', replyId)
    .where('reply.ticketId', '=', ticketId)
    .executeTakeFirst();
  return file ? { type: file.type as TicketFile['type'], base64: file.content.toString('base64') } : null;
}
