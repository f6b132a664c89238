import type { JobDefinition } from '../../platform/jobs.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';

export const SEND_PARTNER_CODE = 'send-partner-code';

export function sendPartnerCode({
  mailer,
}: Pick<Platform, 'mailer'>): JobDefinition<{ email: string; code: string }> {
  return {
    name: SEND_PARTNER_CODE,
    async handle({ email, code }) {
      await mailer.send(
        composeMail(
          { to: email, kind: 'essential', subject: `${code} é o seu código` },
          {
            heading: 'Seu código de acesso',
            paragraphs: [
              `O seu código para entrar no portal de parceiros é ${code}. Ele vale por 10 minutos.`,
            ],
            closing: 'Se não foi você que pediu, ignore esta mensagem e não passe o código a ninguém.',
          },
        ),
      );
    },
  };
}
