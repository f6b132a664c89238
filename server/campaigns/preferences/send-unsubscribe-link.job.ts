import { defineJob } from '../../platform/jobs/define-job.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';
import { type QueueDeps, queueMail } from '../../mail/outbox/queue-message.ts';
import { findReader } from '../../mail/preferences.ts';
import { unsubscribeLink } from '../../mail/unsubscribe-link.ts';

type Deps = QueueDeps & Pick<Platform, 'db'>;

/** The job looks the e-mail address up, so that the response does not reveal customers. */
export const sendUnsubscribeLinkJob = defineJob(
  'send-unsubscribe-link',
  {},
  (platform: Deps, { email }: { email: string }) => sendLink(platform, email),
);

async function sendLink(platform: Deps, email: string): Promise<void> {
  const { config, db, random } = platform;
  const subscriber = await db
    .selectFrom('newsletterSubscribers')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!subscriber && !(await findReader(db, { email }))) return;
  const link = await unsubscribeLink(db, config.publicUrl, { email, scope: 'everything' });
  await queueMail(
    db,
    platform,
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
    { key: `unsubscribe-link:${random.uuid()}`, topic: 'newsletter' },
  );
}
