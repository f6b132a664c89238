import type { JobDefinition } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { findReaderByEmail } from './preferences.queries.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

export const SEND_UNSUBSCRIBE_LINK = 'send-unsubscribe-link';

/** Looking the address up is part of the job, so that asking tells nobody who is a customer. */
export function sendUnsubscribeLinkJob(
  platform: Pick<Platform, 'config' | 'db' | 'mailer'>,
): JobDefinition<{ email: string }> {
  return { name: SEND_UNSUBSCRIBE_LINK, handle: ({ email }) => sendLink(platform, email) };
}

async function sendLink(
  { config, db, mailer }: Pick<Platform, 'config' | 'db' | 'mailer'>,
  email: string,
): Promise<void> {
  const subscriber = await db
    .selectFrom('newsletterSubscribers')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!subscriber && !(await findReaderByEmail(db, email))) return;
  const link = await unsubscribeLink(db, config.publicUrl, { email, scope: 'everything' });
  const lead = 'Recebemos um pedido para cancelar os e-mails enviados a este endereço.';
  const closing =
    'Códigos de acesso e avisos de segurança continuam chegando. Se não foi você que pediu, ignore esta mensagem: nada muda.';
  await mailer.send({
    to: email,
    subject: 'Confirme o cancelamento dos e-mails · Maré da Sorte',
    text: [lead, `Cancelar inscrição: ${link}`, closing, 'Maré da Sorte'].join('\n\n'),
    html: `<p>${lead}</p><p><a href="${link}">Cancelar inscrição</a></p><p>${closing}</p><p>Maré da Sorte</p>`,
  });
}
