/** Generates the code of a phone challenge and texts it. The code is neither stored nor part of the job. */
import { timingSafeEqual } from 'node:crypto';
import { readSite } from '../../settings/read-site.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Auth } from '../auth.ts';
import { queueMessages } from '../../mail/outbox/queue-message.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { CODE_SECONDS } from '../messages/one-time-tokens.ts';
import { drawCode } from '../../platform/documents/draw-code.ts';

export const sendSmsCodeJob = defineJob('send-sms-code', {}, sendSmsCode);

const hashedText = (challengeId: string, code: string) => `sms:${challengeId}:${code}`;

export function isSmsCode(auth: Auth, challengeId: string, code: string, hash: Buffer): boolean {
  return auth.vault.macs(hashedText(challengeId, code)).some((mac) => timingSafeEqual(mac, hash));
}

async function sendSmsCode(auth: Auth, { challengeId }: { challengeId: string }): Promise<void> {
  // Runs before the transaction: inside it, it would need a second connection.
  const { name } = await readSite(auth);
  await inTransaction(auth.db, async (trx) => {
    const code = drawCode(auth);
    const challenge = await trx
      .updateTable('auth.mfaChallenges')
      .set({ codeHash: auth.vault.mac(hashedText(challengeId, code)) })
      .where('id', '=', challengeId)
      .where('usedAt', 'is', null)
      .returning('factorId')
      .executeTakeFirst();
    if (!challenge || !auth.sms) return;
    const factor = await trx
      .selectFrom('auth.mfaFactors')
      .select('phone')
      .where('id', '=', challenge.factorId)
      .executeTakeFirst();
    if (!factor?.phone) return;
    const text = `${name}: seu código é ${code}. Não o informe a ninguém.`;
    await queueMessages(trx, auth, [
      {
        key: `sms-code:${challengeId}:${auth.random.uuid()}`,
        topic: 'access',
        content: { channel: 'sms', to: factor.phone, text },
        expiresAt: new Date(auth.clock.now().getTime() + CODE_SECONDS * 1000),
      },
    ]);
  });
}
