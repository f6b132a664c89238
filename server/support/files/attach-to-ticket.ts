import { type DocumentError, readDocument } from '../../platform/documents/photo.ts';
import { spend } from '../../platform/database/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { FILES_PER_USER } from '../limits.ts';
import { type ReplyOutcome, replyToTicket } from '../reply-to-ticket.ts';
import { findTicketOfUser } from '../support.queries.ts';
import { readFileName } from './ticket-files.ts';

interface Upload {
  ticketId: string;
  userId: string;
  name: string;
  bytes: Uint8Array;
}

export type AttachOutcome = ReplyOutcome | { ok: false; code: DocumentError };

/** Sends a photo or a PDF as a message of the ticket's author. Photos are shrunk, PDFs inspected. */
export async function attachToTicket(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { ticketId, userId, name, bytes }: Upload,
  ipAddress: string,
): Promise<AttachOutcome> {
  const { db, clock } = platform;
  if (!(await findTicketOfUser(db, ticketId, userId))) return { ok: false, code: 'NOT_FOUND' };
  const retryAfterSeconds = await spend(db, clock, FILES_PER_USER, userId);
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY', retryAfterSeconds };
  const read = await readDocument(bytes);
  if (!read.ok) return read;
  const { document } = read;
  const file = { name: readFileName(name, document.type), document };
  return replyToTicket(platform, { ticketId, userId, message: '', file }, ipAddress);
}
