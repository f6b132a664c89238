import { type DocumentError, readDocument } from '../../../platform/documents/photo.ts';
import { readFileName } from '../../files/ticket-files.ts';
import { answerTicket } from './answer-ticket.ts';
import { type Agent, type DeskDeps, type DeskResult, NOT_FOUND } from './desk-action.ts';

interface Upload {
  ticketId: string;
  name: string;
  bytes: Uint8Array;
}

/** Answers with a photo or a PDF. Visitors are answered by mail, without files: `NOT_FOUND`. */
export async function attachToAnswer(
  desk: DeskDeps,
  agent: Agent,
  { ticketId, name, bytes }: Upload,
): Promise<DeskResult | { ok: false; code: DocumentError }> {
  const withAccount = await desk.db
    .selectFrom('supportTickets')
    .select('id')
    .where('id', '=', ticketId)
    .where('userId', 'is not', null)
    .executeTakeFirst();
  if (!withAccount) return NOT_FOUND;
  const read = await readDocument(bytes);
  if (!read.ok) return read;
  const { document } = read;
  const file = { name: readFileName(name, document.type), document };
  return answerTicket(desk, agent, { ticketId, message: '', file });
}
