/** Mails account owners about security events. */
import { defineJob } from '../../platform/jobs/define-job.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import { hashOfEmail } from '../../mail/preferences.ts';
import { findUserByEmail } from '../accounts.queries.ts';
import type { Auth, Executor } from '../auth.ts';
import { composeNotice, type Notice } from './auth-mails.ts';

export interface AuthNotice {
  notice: Notice;
  to: string;
  /** ISO 8601. */
  at: string;
  /** User agent. */
  device: string | null;
  /** More lines of the mail: label and value. */
  facts?: [string, string][];
}

export const sendAuthNoticeJob = defineJob(
  'send-auth-notice',
  {},
  async (auth: Auth, { notice, to, at, device, facts = [] }: AuthNotice) => {
    const user = await findUserByEmail(auth.db, to);
    const { siteUrl } = auth.settings;
    const mail = composeNotice(notice, to, { at: new Date(at), device, facts, user, siteUrl });
    const key = `notice:${notice}:${hashOfEmail(to).toString('hex')}:${at}`;
    await queueMail(auth.db, auth, mail, { key, topic: 'access' });
  },
);

/** Enqueues in the caller's transaction. Accounts without an e-mail get no notice. */
export async function enqueueNotice(
  auth: Pick<Auth, 'clock' | 'jobs'>,
  trx: Executor,
  notice: Notice,
  to: string | null,
  device: string | null,
  facts: [string, string][] = [],
): Promise<void> {
  if (!to) return;
  const payload: AuthNotice = { notice, to, at: auth.clock.now().toISOString(), device, facts };
  await auth.jobs.enqueue(trx, sendAuthNoticeJob, payload);
}
