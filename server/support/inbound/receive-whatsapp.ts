import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { continuesTicket, whatsAppPhone } from '@mare/domain/support/inbound/whatsapp-window.ts';
import { MAX_TICKET_FILE_BYTES } from '@mare/domain/file-limits.ts';
import type { TicketStatus } from '@mare/domain/support/ticket-state.ts';
import { spend } from '../../platform/database/rate-limits.ts';
import { readDocument } from '../../platform/documents/photo.ts';
import { downloadWhatsAppMedia } from '../../platform/messages/whatsapp-media.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuthorMessage } from '../add-author-messages.ts';
import { readFileName } from '../files/ticket-files.ts';
import { FILES_PER_USER, INBOUND_PER_TICKET } from '../limits.ts';
import type { WhatsAppInbound } from './read-whatsapp.ts';
import { receiveMessage } from './receive-message.ts';

type Deps = Pick<Platform, 'config' | 'db' | 'clock' | 'random' | 'jobs'>;

/** `ignored`: the phone is not confirmed. */
export type ReceiveWhatsAppOutcome = 'added' | 'opened' | 'duplicate' | 'ignored' | 'limited';

const SUBJECT = 'Mensagem por WhatsApp';
const NOT_TAKEN = '[Arquivo não recebido: só fotos e PDF de até 5 MB]';

/**
 * Adds a message to the open ticket of the person who has confirmed the phone, or opens one. The sender is proven:
 * the phone was confirmed by a code, and WhatsApp verifies it.
 * @throws if a file cannot be downloaded now
 */
export async function receiveWhatsApp(
  platform: Deps,
  inbound: WhatsAppInbound,
): Promise<ReceiveWhatsAppOutcome> {
  const { db, clock } = platform;
  const phone = whatsAppPhone(inbound.from);
  const userId = await findPerson(db, phone);
  if (!userId) return 'ignored';
  const key = createHash('sha256').update(inbound.id).digest();
  if (await isKnown(db, key)) return 'duplicate';
  if ((await spend(db, clock, INBOUND_PER_TICKET, userId)) !== null) return 'limited';
  const message = await readMessage(platform, inbound, userId);
  return db.transaction().execute(async (trx) => {
    // Serializes the messages of one person, so that concurrent ones open only one ticket.
    const contact = await trx
      .selectFrom('whatsappContacts')
      .select('userId')
      .where('userId', '=', userId)
      .where('phone', '=', phone)
      .where('confirmedAt', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!contact) return 'ignored';
    const ticket = await lockCurrentTicket(trx, userId, clock.now());
    const received = await receiveMessage(trx, platform, ticket, {
      channel: 'whatsapp',
      key,
      messageId: null,
      author: { userId },
      subject: SUBJECT,
      messages: [message],
    });
    return received.kind;
  });
}

/** The person who confirmed the phone last, because numbers change hands. */
async function findPerson(db: Kysely<DB>, phone: string): Promise<string | null> {
  const contact = await db
    .selectFrom('whatsappContacts')
    .innerJoin('profiles', 'profiles.id', 'whatsappContacts.userId')
    .select('userId')
    .where('whatsappContacts.phone', '=', phone)
    .where('confirmedAt', 'is not', null)
    .where('profiles.deletedAt', 'is', null)
    .orderBy('confirmedAt', 'desc')
    .executeTakeFirst();
  return contact?.userId ?? null;
}

async function isKnown(db: Kysely<DB>, key: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom('supportInbound')
    .select('ticketId')
    .where('channel', '=', 'whatsapp')
    .where('key', '=', key)
    .executeTakeFirst();
  return known !== undefined;
}

async function readMessage(
  { config, db, clock }: Deps,
  { text, media }: WhatsAppInbound,
  userId: string,
): Promise<AuthorMessage> {
  if (!media || !config.whatsApp) return { message: text };
  const isAllowed = (await spend(db, clock, FILES_PER_USER, userId)) === null;
  const bytes = isAllowed
    ? await downloadWhatsAppMedia(config.whatsApp, media.id, MAX_TICKET_FILE_BYTES)
    : null;
  const read = bytes && (await readDocument(bytes));
  if (!read?.ok) return { message: [text, NOT_TAKEN].filter(Boolean).join('\n\n') };
  const { document } = read;
  return { message: text, file: { name: readFileName(media.name, document.type), document } };
}

/** The person's latest open ticket, otherwise one that was resolved recently. */
async function lockCurrentTicket(
  trx: Transaction<DB>,
  userId: string,
  now: Date,
): Promise<Selectable<SupportTickets> | null> {
  const ticket = await trx
    .selectFrom('supportTickets')
    .selectAll()
    .where('userId', '=', userId)
    .where('mergedInto', 'is', null)
    .where('status', '!=', 'closed')
    .orderBy(sql`resolved_at is null`, 'desc')
    .orderBy('updatedAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) return null;
  const { resolvedAt } = ticket;
  return continuesTicket({ status: ticket.status as TicketStatus, resolvedAt }, now) ? ticket : null;
}
