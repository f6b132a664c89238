import type { ContactSubject } from '@mare/contract/support/support.ts';
import { CONTACT_SUBJECTS } from '@mare/domain/support/contact-subjects.ts';
import { defineJob } from '../platform/jobs.ts';
import { composeMail } from '../platform/messages/mail-page.ts';
import type { Platform } from '../platform/platform.ts';

/** The mail contains no user input: the address is unverified, and the form must not send spam to strangers. */
export const sendContactConfirmationJob = defineJob(
  'send-contact-confirmation',
  {},
  async (
    { mailer }: Pick<Platform, 'mailer'>,
    { email, subject }: { email: string; subject: ContactSubject },
  ) => {
    await mailer.send(
      composeMail(
        { to: email, kind: 'essential', subject: 'Recebemos a sua mensagem' },
        {
          heading: 'Recebemos a sua mensagem',
          paragraphs: [
            'Olá!',
            `A sua mensagem sobre “${CONTACT_SUBJECTS[subject]}” chegou. Responderemos em até 24 horas, neste mesmo e-mail.`,
          ],
          closing: 'Se não foi você que escreveu, ignore esta mensagem: nada mais será enviado.',
        },
      ),
    );
  },
);
