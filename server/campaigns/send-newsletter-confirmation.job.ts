import type { JobDefinition } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

export const SEND_CONFIRMATION = 'send-newsletter-confirmation';

export function sendNewsletterConfirmation({
  config,
  mailer,
}: Platform): JobDefinition<{ email: string; token: string }> {
  return {
    name: SEND_CONFIRMATION,
    async handle({ email, token }) {
      const link = `${config.publicUrl}/newsletter/confirmar?token=${token}`;
      await mailer.send({
        to: email,
        subject: 'Confirme sua inscrição na Maré da Sorte',
        text: `Olá!\n\nPara receber as novidades da Maré da Sorte, confirme seu e-mail:\n${link}\n\nSe não foi você que pediu, ignore esta mensagem: nada mais será enviado.`,
        html: `<p>Olá!</p><p>Para receber as novidades da Maré da Sorte, <a href="${link}">confirme seu e-mail</a>.</p><p>Se não foi você que pediu, ignore esta mensagem: nada mais será enviado.</p>`,
      });
    },
  };
}
