import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { failsAuthentication, isAutomaticMail } from '@mare/domain/support/inbound/automatic-mail.ts';
import { findReplyToken, replyAddress } from '@mare/domain/support/inbound/reply-address.ts';
import { stripQuoted } from '@mare/domain/support/inbound/strip-quoted.ts';
import { statedEmail } from '../../accounts/express/stated-email.ts';
import { spend } from '../../platform/database/rate-limits.ts';
import { readDocument } from '../../platform/documents/photo.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuthorMessage } from '../add-author-messages.ts';
import { readFileName } from '../files/ticket-files.ts';
import { FILES_PER_USER, INBOUND_PER_TICKET, MESSAGES_PER_EMAIL, UNKNOWN_MAILS } from '../limits.ts';
import type { ReceivedMail } from './parse-mail.ts';
import { type InboundAuthor, receiveMessage } from './receive-message.ts';

type Deps = Pick<Platform, 'config' | 'db' | 'clock' | 'random' | 'jobs'>;
type Ticket = Selectable<SupportTickets>;

/** `ignored`: automatic or empty. `dropped`: beyond the limits for unknown senders. */
export type ReceiveMailOutcome =
  | { kind: 'added' | 'opened' | 'duplicate' | 'ignored' | 'dropped' }
  | { kind: 'limited'; retryAfterSeconds: number };

const MAX_FILES = 5;
const MAX_MESSAGE_CHARACTERS = 5000;
const CUT = '\n\n(mensagem cortada)';

/**
 * Adds a mail to a ticket if it was sent to the ticket's reply address by the ticket's author. Both are required: the
 * address cannot be guessed, but a sender is easy to forge. Any other mail opens a ticket like the contact form does,
 * without an account and without files. Only the author of the ticket gets an automatic answer.
 * @param deliveryId used without a Message-ID
 */
export async function receiveMail(
  platform: Deps,
  mail: ReceivedMail,
  deliveryId: string,
): Promise<ReceiveMailOutcome> {
  const { db, config } = platform;
  const base = config.mailReplies!.address;
  const { from, headers } = mail;
  if (isAutomaticMail(headers, from.address) || isOwn(config, from.address)) return { kind: 'ignored' };
  const token = findReplyToken(base, mail.recipients);
  const ticket =
    token === null || failsAuthentication(headers) ? null : await findTicket(db, token, from.address);
  const limited = await spendLimits(platform, ticket, from.address);
  if (limited) return limited;
  const own = [base, ...(token === null ? [] : [replyAddress(base, token)]), addressIn(config.mailFrom)];
  const messages = await readMessages(platform, mail, ticket, own);
  if (messages.length === 0) return { kind: 'ignored' };
  const identity = `${mail.messageId ?? `delivery ${deliveryId}`}\n${from.address}\n${token ?? ''}`;
  return db.transaction().execute(async (trx) => {
    const locked =
      ticket &&
      ((await trx
        .selectFrom('supportTickets')
        .selectAll()
        .where('id', '=', ticket.id)
        .forUpdate()
        .executeTakeFirst()) ??
        null);
    return receiveMessage(trx, platform, locked, {
      channel: 'email',
      key: createHash('sha256').update(identity).digest(),
      messageId: mail.messageId,
      author: authorOf(ticket, from),
      subject: mail.subject || ticket?.subject || 'Sem assunto',
      messages,
    });
  });
}

/** The ticket, or the one that it was merged into, if the sender is its author. */
async function findTicket(db: Kysely<DB>, token: string, sender: string): Promise<Ticket | null> {
  const ticket = await db
    .selectFrom('supportTickets as addressed')
    .innerJoin('supportTickets as ticket', (join) =>
      join.on('ticket.id', '=', sql<string>`coalesce(addressed.merged_into, addressed.id)`),
    )
    .leftJoin('profiles', 'profiles.id', 'ticket.userId')
    .selectAll('ticket')
    .where('addressed.replyToken', '=', token)
    .where(
      sql<string>`lower(coalesce(profiles.email, ${statedEmail('ticket.userId')}, ticket.contact_email))`,
      '=',
      sender,
    )
    .executeTakeFirst();
  return ticket ?? null;
}

async function spendLimits(
  { db, clock }: Deps,
  ticket: Ticket | null,
  sender: string,
): Promise<ReceiveMailOutcome | null> {
  if (ticket) {
    const retryAfterSeconds = await spend(db, clock, INBOUND_PER_TICKET, ticket.id);
    return retryAfterSeconds === null ? null : { kind: 'limited', retryAfterSeconds };
  }
  const exceeded =
    (await spend(db, clock, MESSAGES_PER_EMAIL, sender)) ?? (await spend(db, clock, UNKNOWN_MAILS, 'all'));
  return exceeded === null ? null : { kind: 'dropped' };
}

/** The text, then each file as a separate message. The text names files that were rejected. */
async function readMessages(
  { db, clock }: Deps,
  mail: ReceivedMail,
  ticket: Ticket | null,
  own: readonly string[],
): Promise<AuthorMessage[]> {
  const files: AuthorMessage[] = [];
  const left: string[] = [];
  for (const { name, bytes } of mail.attachments) {
    const shown = readFileName(name, 'image/jpeg');
    const isAllowed =
      ticket !== null &&
      files.length < MAX_FILES &&
      (await spend(db, clock, FILES_PER_USER, ticket.userId ?? mail.from.address)) === null;
    const read = isAllowed ? await readDocument(bytes) : null;
    if (read?.ok)
      files.push({
        message: '',
        file: { name: readFileName(name, read.document.type), document: read.document },
      });
    else left.push(shown);
  }
  const notes = left.slice(0, 2 * MAX_FILES).map((name) => `[Anexo não recebido: ${name}]`);
  const written = stripQuoted(mail.text, own);
  const cut =
    written.length > MAX_MESSAGE_CHARACTERS
      ? written.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed() + CUT
      : written;
  const text = [cut, notes.join('\n')].filter(Boolean).join('\n\n');
  return [...(text === '' ? [] : [{ message: text }]), ...files];
}

function authorOf(ticket: Ticket | null, from: ReceivedMail['from']): InboundAuthor {
  if (ticket?.userId) return { userId: ticket.userId };
  const name = ticket?.contactName ?? (from.name || from.address.split('@')[0]!);
  return { name, email: ticket?.contactEmail ?? from.address };
}

/** Mails of the shop itself, which would loop. */
function isOwn({ mailFrom, mailReplies }: Deps['config'], sender: string): boolean {
  const base = mailReplies!.address.toLowerCase();
  return (
    sender === base || sender === addressIn(mailFrom).toLowerCase() || findReplyToken(base, [sender]) !== null
  );
}

/** 'Maré <a@b>' or 'a@b'. */
function addressIn(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
}
