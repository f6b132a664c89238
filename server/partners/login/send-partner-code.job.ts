import { defineJob } from '../../platform/jobs.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';

export const sendPartnerCodeJob = defineJob(
  'send-partner-code',
  {},
  async ({ mailer }: Pick<Platform, 'mailer'>, { email, code }: { email: string; code: string }) => {
    await mailer.send(
      composeMail(
        { to: email, kind: 'essential', subject: `${code} é o seu código` },
        {
          heading: 'Seu código de acesso',
          paragraphs: [`O seu código para entrar no portal de parceiros é ${code}. Ele vale por 10 minutos.`],
          closing: 'Se não foi você que pediu, ignore esta mensagem e não passe o código a ninguém.',
        },
      ),
    );
  },
);
