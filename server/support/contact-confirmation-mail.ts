import type { ContactSubject } from '@mare/contract/support/support.ts';
import { CONTACT_SUBJECTS } from '@mare/domain/support/contact-subjects.ts';
import type { Mail } from '../platform/messages/mail.ts';
import { composeMail } from '../platform/messages/mail-page.ts';

/** Contains no user input: the e-mail address is unverified, and the form must not send spam to strangers. */
export function composeContactConfirmation(to: string, subject: ContactSubject): Mail {
  return composeMail(
    { to, kind: 'essential', subject: 'Recebemos a sua mensagem' },
    {
      heading: 'Recebemos a sua mensagem',
      paragraphs: [
        'Olá!',
        `A sua mensagem sobre “${CONTACT_SUBJECTS[subject]}” chegou. Responderemos em até 24 horas, neste mesmo e-mail.`,
      ],
      closing: 'Se não foi você que escreveu, ignore esta mensagem: nada mais será enviado.',
    },
  );
}
