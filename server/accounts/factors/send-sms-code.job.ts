/** Generates and sends the code of a phone challenge. The code is neither stored nor part of the job. */
import { readSite } from '../../settings/read-site.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Auth } from '../auth.ts';
import { drawCode } from '../../platform/draw-code.ts';

export const sendSmsCodeJob = defineJob('send-sms-code', {}, sendSmsCode);

export function smsCodeHash(auth: Auth, challengeId: string, code: string): Buffer {
  return auth.vault.mac(`sms:${challengeId}:${code}`);
}

async function sendSmsCode(auth: Auth, { challengeId }: { challengeId: string }): Promise<void> {
  const code = drawCode(auth);
  const challenge = await auth.db
    .updateTable('auth.mfaChallenges')
    .set({ codeHash: smsCodeHash(auth, challengeId, code) })
    .where('id', '=', challengeId)
    .where('usedAt', 'is', null)
    .returning('factorId')
    .executeTakeFirst();
  if (!challenge || !auth.sms) return;
  const factor = await auth.db
    .selectFrom('auth.mfaFactors')
    .select('phone')
    .where('id', '=', challenge.factorId)
    .executeTakeFirst();
  if (!factor?.phone) return;
  const { name } = await readSite(auth);
  await auth.sms.send(factor.phone, `${name}: seu código é ${code}. Não o informe a ninguém.`);
}
