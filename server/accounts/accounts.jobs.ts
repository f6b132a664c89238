import type { Platform } from '../platform/platform.ts';
import type { JobDefinition } from '../platform/jobs.ts';
import { openAuth } from './auth.ts';
import { readAuthSettings, type AuthSettings } from './auth-settings.ts';
import { SEND_SMS_CODE, sendSmsCodeJob } from './factors/send-sms-code.job.ts';
import type { SmsSender } from './factors/sms.ts';
import { SEND_AUTH_MAIL, sendAuthMailJob } from './messages/send-auth-mail.job.ts';
import { SEND_AUTH_NOTICE, sendAuthNoticeJob } from './messages/send-auth-notice.job.ts';
import { ERASE_AGAIN, eraseAgainJob } from './privacy/erase-again.job.ts';
import { SWEEP_AUTH, sweepAuthJob } from './safety/sweep-auth.job.ts';
import { ROTATE_SIGNING_KEY, rotateSigningKeyJob } from './tokens/rotate-signing-key.job.ts';

/** Their queues have to be there in every process that serves the auth service. */
export const ACCOUNT_JOB_NAMES = [
  SEND_AUTH_MAIL,
  SEND_AUTH_NOTICE,
  SEND_SMS_CODE,
  ROTATE_SIGNING_KEY,
  SWEEP_AUTH,
  ERASE_AGAIN,
];

export function createAccountJobs(
  platform: Platform,
  settings: AuthSettings = readAuthSettings(process.env, platform.config),
  sms?: SmsSender,
): JobDefinition<never>[] {
  const auth = openAuth(platform, settings, sms);
  return [
    sendAuthMailJob(auth),
    sendAuthNoticeJob(auth),
    sendSmsCodeJob(auth),
    rotateSigningKeyJob(auth),
    sweepAuthJob(auth),
    eraseAgainJob(auth),
  ];
}
