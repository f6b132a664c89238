import type { JobDefinition } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

export const SEND_PARTNER_CODE = 'send-partner-code';

export function sendPartnerCode({
  mailer,
}: Pick<Platform, 'mailer'>): JobDefinition<{ email: string; code: string }> {
  return {
    name: SEND_PARTNER_CODE,
    async handle({ email, code }) {
      const sentences = [
        'Olá!',
        `O seu código para entrar no portal de parceiros é ${code}. Ele vale por 10 minutos.`,
        'Se não foi você que pediu, ignore esta mensagem e não passe o código a ninguém.',
        'Maré da Sorte',
      ];
      await mailer.send({
        to: email,
        subject: `${code} é o seu código · Maré da Sorte`,
        text: sentences.join('\n\n'),
        html: sentences.map((sentence) => `<p>${sentence}</p>`).join(''),
      });
    },
  };
}
