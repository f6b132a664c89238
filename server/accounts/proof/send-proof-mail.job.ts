/** E-mails the code that proves the owner's presence. The code is not part of the job. */
import { defineJob } from '../../platform/jobs.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Auth } from '../auth.ts';
import { findUser } from '../accounts.queries.ts';
import { composeProofMail } from '../messages/auth-mails.ts';
import { mintToken } from '../messages/one-time-tokens.ts';

export const sendProofMailJob = defineJob(
  'send-proof-mail',
  {},
  async (auth: Auth, { userId }: { userId: string }) => {
    const mail = await inTransaction(auth.db, async (trx) => {
      const email = (await findUser(trx, userId))?.email;
      if (!email) return null;
      const { code } = await mintToken(auth, trx, {
        owner: { userId },
        kind: 'reauthentication',
        email,
        flowId: null,
      });
      return composeProofMail(email, code);
    });
    if (mail) await auth.mailer.send(mail);
  },
);
