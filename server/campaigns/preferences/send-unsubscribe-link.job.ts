import { defineJob } from '../../platform/jobs.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';
import { findReaderByEmail } from '../../mail/preferences.ts';
import { unsubscribeLink } from '../../mail/unsubscribe-link.ts';

/** The job looks the address up, so that the response does not reveal customers. */
export const sendUnsubscribeLinkJob = defineJob(
  'send-unsubscribe-link',
  {},
  (platform: Pick<Platform, 'config' | 'db' | 'mailer'>, { email }: { email: string }) =>
    sendLink(platform, email),
);

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
  await mailer.send(
    composeMail(
      { to: email, kind: 'essential', subject: 'Confirme o cancelamento dos e-mails' },
      {
        heading: 'Cancelar os e-mails',
        paragraphs: ['Recebemos um pedido para cancelar os e-mails enviados a este endereço.'],
        button: { label: 'Cancelar inscrição', url: link },
        closing:
          'Códigos de acesso e avisos de segurança continuam chegando. Se não foi você que pediu, ignore esta mensagem: nada muda.',
      },
    ),
  );
}
