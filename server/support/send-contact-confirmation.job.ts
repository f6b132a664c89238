import type { ContactSubject } from '@mare/contract/support.ts';
import { CONTACT_SUBJECTS } from '@mare/domain/support/contact-subjects.ts';
import type { JobDefinition } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

export const SEND_CONTACT_CONFIRMATION = 'send-contact-confirmation';

/** The mail repeats nothing that was typed: the address is not proven, and must not be used to write to strangers. */
export function sendContactConfirmation({
  mailer,
}: Pick<Platform, 'mailer'>): JobDefinition<{ email: string; subject: ContactSubject }> {
  return {
    name: SEND_CONTACT_CONFIRMATION,
    async handle({ email, subject }) {
      const sentences = [
        'Olá!',
        `Recebemos a sua mensagem sobre “${CONTACT_SUBJECTS[subject]}”. Responderemos em até 24 horas, neste mesmo e-mail.`,
        'Se não foi você que escreveu, ignore esta mensagem: nada mais será enviado.',
        'Maré da Sorte',
      ];
      await mailer.send({
        to: email,
        subject: 'Recebemos a sua mensagem · Maré da Sorte',
        text: sentences.join('\n\n'),
        html: sentences.map((sentence) => `<p>${sentence}</p>`).join(''),
      });
    },
  };
}
