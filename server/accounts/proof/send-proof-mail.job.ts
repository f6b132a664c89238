/** Mails the code that proves the owner's presence. The code is not part of the job. */
import { defineJob } from '../../platform/jobs/define-job.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth } from '../auth.ts';
import { findUser } from '../accounts.queries.ts';
import { composeProofMail } from '../messages/auth-mails.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import { CODE_SECONDS, mintToken } from '../messages/one-time-tokens.ts';

export const sendProofMailJob = defineJob(
  'send-proof-mail',
  {},
  (auth: Auth, { userId }: { userId: string }) =>
    inTransaction(auth.db, async (trx) => {
      const email = (await findUser(trx, userId))?.email;
      if (!email) return;
      const { code } = await mintToken(auth, trx, {
        owner: { userId },
        kind: 'reauthentication',
        email,
        flowId: null,
      });
      await queueMail(trx, auth, composeProofMail(email, code), {
        key: `proof:${auth.random.uuid()}`,
        topic: 'access',
        expiresAt: new Date(auth.clock.now().getTime() + CODE_SECONDS * 1000),
      });
    }),
);
