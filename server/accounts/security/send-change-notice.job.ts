/** Mails the link that undoes a change to its old and its new e-mail address. The token is not part of the job. */
import type { ReversibleChange } from '@mare/domain/accounts/security/security-events.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Auth } from '../auth.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import { hashOfEmail } from '../../mail/preferences.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { hashOf } from '../flows/flow-states.ts';
import { composeChangeMail } from '../messages/auth-mails.ts';

export const sendChangeNoticeJob = defineJob(
  'send-change-notice',
  {},
  async (auth: Auth, { changeId, to }: { changeId: string; to: string[] }) => {
    // Deterministic: a retried job sends the same link.
    const token = auth.vault.mac(`undo:${changeId}`).toString('base64url');
    await inTransaction(auth.db, async (trx) => {
      const change = await trx
        .updateTable('auth.reversibleChanges')
        .set({ tokenHash: hashOf(token) })
        .where('id', '=', changeId)
        .returning(['kind', 'createdAt'])
        .executeTakeFirst();
      if (!change) return;
      // In the fragment, which is sent to no server and to no log.
      const undoUrl = `${auth.settings.siteUrl}/desfazer-mudanca#${token}`;
      for (const recipient of to)
        await queueMail(
          trx,
          auth,
          composeChangeMail(change.kind as ReversibleChange, recipient, { at: change.createdAt, undoUrl }),
          { key: `undo:${changeId}:${hashOfEmail(recipient).toString('hex')}`, topic: 'access' },
        );
    });
  },
);
