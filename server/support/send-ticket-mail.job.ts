/** Writes mails about a ticket into the outbox. Idempotent. */
import { formatDateTime } from '@mare/domain/format.ts';
import { statedEmail } from '../accounts/express/stated-email.ts';
import { type QueueDeps, queueMail } from '../mail/outbox/queue-message.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { MailKind } from '../platform/messages/mail.ts';
import { composeMail, type MailParts } from '../platform/messages/mail-page.ts';
import type { Platform } from '../platform/platform.ts';
import { readReplyHeaders } from './inbound/reply-headers.ts';

export interface TicketMailJob {
  ticketId: string;
  kind: 'opened' | 'answered' | 'resolved' | 'written';
  /** For kind `answered`. */
  replyId?: string;
  /** For kind `answered`: the answer also resolves the ticket. */
  resolves?: boolean;
  /** Deduplication key for kind `resolved`, as a ticket may be resolved again. */
  deduplicationKey?: string;
}

interface MailedTicket {
  subject: string;
  /** The first message of the ticket. */
  message: string;
  responseDue: Date;
  answer: string;
  isVisitor: boolean;
  /** Replies to this mail arrive in the ticket. */
  takesReplies: boolean;
  /** The answer also resolves the ticket. */
  resolves: boolean;
}

const FILE_SENT = 'Enviamos um arquivo para você: abra a conversa para ver.';

const TEXTS: Record<
  TicketMailJob['kind'],
  (ticket: MailedTicket) => Pick<MailParts, 'heading' | 'paragraphs'>
> = {
  opened: ({ responseDue }) => ({
    heading: 'Recebemos seu ticket',
    paragraphs: [
      `Respondemos até ${formatDateTime(responseDue)} (horário de Maceió), por aqui e na sua conta.`,
    ],
  }),
  answered: ({ answer, resolves, ...ticket }) => ({
    heading: ticket.isVisitor ? 'Respondemos à sua mensagem' : 'Seu ticket foi respondido',
    paragraphs: [
      ...(answer === '' ? [FILE_SENT] : answer.split(/\n{2,}/)),
      ...(resolves ? [afterResolving(ticket)] : []),
    ],
  }),
  written: ({ message }) => ({
    heading: 'O suporte escreveu para você',
    paragraphs: message.split(/\n{2,}/),
  }),
  resolved: ({ isVisitor, takesReplies }) => ({
    heading: isVisitor ? 'Sua mensagem foi atendida' : 'Seu ticket foi resolvido',
    paragraphs: [afterResolving({ isVisitor, takesReplies })],
  }),
};

function afterResolving({
  isVisitor,
  takesReplies,
}: Pick<MailedTicket, 'isVisitor' | 'takesReplies'>): string {
  if (!isVisitor)
    return 'Conte para a gente como foi o atendimento: leva um toque. Se ainda precisar, é só responder no ticket.';
  return takesReplies
    ? 'Se ainda precisar de ajuda, é só responder este e-mail.'
    : 'Se ainda precisar de ajuda, escreva de novo: é só usar o formulário da página de suporte.';
}

const TO_REPLY = 'Para escrever de volta, é só responder este e-mail.';
const HOURS = 'Atendimento de segunda a sexta, das 9h às 18h, e aos sábados, das 9h às 14h.';

/** Other programs do not answer such mails (RFC 3834). */
const AUTOMATIC = new Set<TicketMailJob['kind']>(['opened', 'resolved']);
const NOT_WRITTEN = { 'Auto-Submitted': 'auto-generated' };

/** Answers are essential, because the author asked for them; so are messages of the desk about an order. */
const KINDS: Record<TicketMailJob['kind'], MailKind> = {
  opened: 'transactional',
  answered: 'essential',
  resolved: 'transactional',
  written: 'essential',
};

export const sendTicketMailJob = defineJob('send-ticket-mail', { concurrency: 3 }, sendTicketMail);

async function sendTicketMail(
  platform: QueueDeps & Pick<Platform, 'db'>,
  { ticketId, kind, replyId, resolves = false, deduplicationKey }: TicketMailJob,
): Promise<void> {
  const { config, db } = platform;
  const ticket = await db
    .selectFrom('supportTickets as ticket')
    .leftJoin('profiles', 'profiles.id', 'ticket.userId')
    .leftJoin('supportReplies as reply', (join) => join.on('reply.id', '=', replyId ?? null))
    .select([
      'ticket.subject',
      'ticket.message',
      'ticket.userId',
      'ticket.contactEmail',
      'ticket.slaResponseDue as responseDue',
    ])
    .select(['profiles.email', 'profiles.totalOrders', 'reply.message as answer'])
    .select(statedEmail('ticket.userId').as('statedEmail'))
    .where('ticket.id', '=', ticketId)
    .executeTakeFirst();
  const to = ticket?.email ?? ticket?.statedEmail ?? ticket?.contactEmail;
  if (!ticket || !to) return;
  // Before a paid order, the stated address may be a stranger's: no automatic mail repeats there what a visitor wrote.
  if (kind === 'opened' && ticket.email === null && ticket.totalOrders === 0) return;
  const isVisitor = ticket.userId === null;
  const replyHeaders = await readReplyHeaders(db, platform, ticketId);
  const takesReplies = replyHeaders !== null;
  const { heading, paragraphs } = TEXTS[kind]({
    ...ticket,
    answer: ticket.answer ?? '',
    isVisitor,
    takesReplies,
    resolves,
  });
  const parts: MailParts = {
    heading,
    paragraphs,
    facts: [['Assunto', ticket.subject]],
    button: isVisitor
      ? { label: 'Página de suporte', url: `${config.publicUrl}/suporte` }
      : { label: 'Ver ticket', url: `${config.publicUrl}/suporte?ticket=${ticketId}` },
    closing: takesReplies ? `${TO_REPLY} ${HOURS}` : HOURS,
  };
  const mail = composeMail({ to, kind: KINDS[kind], subject: heading }, parts);
  const headers = replyHeaders && { ...replyHeaders, ...(AUTOMATIC.has(kind) && NOT_WRITTEN) };
  await queueMail(
    db,
    platform,
    { ...mail, ...(headers && { headers }) },
    {
      key: `ticket:${ticketId}:${kind}:${replyId ?? deduplicationKey ?? ''}`,
      topic: 'support',
    },
  );
}
