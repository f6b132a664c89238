/** Testbed of e-mail preferences: people and subscribers, and a mailer that obeys their preferences. */
import { expect } from 'vitest';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { composeMailer } from '../../composition/compose-mailer.ts';
import { canSendMail } from '../../mail/can-send-mail.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Mail, MailKind } from '../../platform/messages/mail.ts';
import { confirmNewsletter, subscribeNewsletter } from '../subscribe-newsletter.ts';
import { sendUnsubscribeLinkJob } from './send-unsubscribe-link.job.ts';

export const KINDS = ['essential', 'transactional', 'weeklyNewsletter', 'marketing', 'promotional'] as const;
export const ALL_ON = {
  transactionalEmails: true,
  weeklyNewsletter: true,
  marketingEmails: true,
  promotionalEmails: true,
};

export type PreferencesTestbed = Awaited<ReturnType<typeof createPreferencesTestbed>>;

export async function createPreferencesTestbed() {
  const bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendUnsubscribeLinkJob]);

  function newMailer() {
    const sent: Mail[] = [];
    return {
      sent,
      mailer: composeMailer(bed.platform, { send: async (mail) => void sent.push(mail) }),
    };
  }

  return {
    ...bed,
    newMailer,
    newEmail: () => `${bed.platform.random.uuid()}@exemplo.com.br`,
    visitorOptions: () => ({ context: testContext(bed.platform) }),

    async newPerson() {
      const userId = await addBuyer(bed.db);
      const email = `${userId}@exemplo.com.br`;
      return { userId, email, options: { context: testContext(bed.platform, { userId, email }) } };
    },

    /** Kinds of mail that may be sent to the e-mail address. */
    async findAllowedKinds(email: string): Promise<MailKind[]> {
      const allowed = await Promise.all(
        KINDS.map(async (kind) =>
          (await canSendMail(bed.db, bed.platform, { email }, kind, hasSpendingBlock)) ? [kind] : [],
        ),
      );
      return allowed.flat();
    },

    /** @returns the token of the mailed link that ends all mail to the address */
    async readUnsubscribeToken(to: string): Promise<string> {
      const { mailer, sent } = newMailer();
      await sendUnsubscribeLinkJob.handle(bed.platform, { email: to });
      await deliverOutbox({ ...bed.platform, mailer });
      const link = new URL(/https?:\S+/.exec(sent[0]!.text)![0]);
      return link.searchParams.get('token')!;
    },

    /** @returns the token of the confirmation link */
    async subscribeAndConfirm(email: string): Promise<string> {
      await subscribeNewsletter(bed.platform, email);
      const { mailer, sent } = newMailer();
      await deliverOutbox({ ...bed.platform, mailer });
      const [, token] = /confirmar\?token=([\w-]+)/.exec(sent.findLast(({ to }) => to === email)!.text)!;
      expect(await confirmNewsletter(bed.platform, token!)).toBe(email);
      return token!;
    },
  };
}
