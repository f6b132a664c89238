import { createPaymentsTestbed } from '../../payments/payments.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { NewMessage } from './message.ts';
import { deliverOutbox } from './outbox.testing.ts';
import { queueMail } from './queue-message.ts';

export type OutboxTestbed = Awaited<ReturnType<typeof createOutboxTestbed>>;

/** An outbox whose mails are recorded instead of sent. The recipient of a mail is `<key>@exemplo.com.br`. */
export async function createOutboxTestbed() {
  const bed = await createPaymentsTestbed();
  const mails: Mail[] = [];
  const mailTo = (to: string) =>
    composeMail({ to, kind: 'essential', subject: to }, { heading: 'Oi', paragraphs: [] });
  const record = async (mail: Mail) => void mails.push(mail);
  return {
    ...bed,
    mails,
    async clear() {
      mails.length = 0;
      await bed.db.deleteFrom('outbox').execute();
    },
    mailTo,
    queue: (key: string, about: Partial<NewMessage> = {}) =>
      queueMail(bed.db, bed.platform, mailTo(`${key}@exemplo.com.br`), { key, topic: 'order', ...about }),
    record,
    /** Fails to send. */
    broken: () => Promise.reject(new Error('mail server is down')),
    deliver: (send: (mail: Mail) => Promise<void> = record) =>
      deliverOutbox({ ...bed.platform, mailer: { send } }),
    stateOf: async (key: string) => {
      const row = await bed.db.selectFrom('outbox').select('state').where('key', '=', key).executeTakeFirst();
      return row?.state;
    },
    /** Keys of the recorded mails. */
    sentTo: () => mails.map(({ to }) => to.slice(0, to.indexOf('@'))),
  };
}
