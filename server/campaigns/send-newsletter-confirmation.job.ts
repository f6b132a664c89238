import { defineJob } from '../platform/jobs.ts';
import { SHOP } from '../platform/messages/mail.ts';
import { composeMail } from '../platform/messages/mail-page.ts';
import type { Platform } from '../platform/platform.ts';

export const sendNewsletterConfirmationJob = defineJob(
  'send-newsletter-confirmation',
  {},
  async (
    { config, mailer }: Pick<Platform, 'config' | 'mailer'>,
    { email, token }: { email: string; token: string },
  ) => {
    await mailer.send(
      composeMail(
        { to: email, kind: 'essential', subject: 'Confirme sua inscrição' },
        {
          heading: 'Confirme sua inscrição',
          paragraphs: ['Olá!', `Para receber as novidades da ${SHOP}, confirme seu e-mail.`],
          button: {
            label: 'Confirmar inscrição',
            url: `${config.publicUrl}/newsletter/confirmar?token=${token}`,
          },
          closing: 'Se não foi você que pediu, ignore esta mensagem: nada mais será enviado.',
        },
      ),
    );
  },
);
