import type { Platform } from '../platform/platform.ts';
import type { JobDefinition } from '../platform/jobs.ts';
import { openAuth } from './auth.ts';
import { readAuthSettings, type AuthSettings } from './auth-settings.ts';
import { sendSmsCodeJob } from './factors/send-sms-code.job.ts';
import type { SmsSender } from './factors/sms.ts';
import { sendAuthMailJob } from './messages/send-auth-mail.job.ts';
import { rotateSigningKeyJob } from './tokens/rotate-signing-key.job.ts';
import { sweepAuthJob } from './sweep-auth.job.ts';
import { sendAuthNoticeJob } from './messages/send-auth-notice.job.ts';

/** The queues have to be prepared in every process that serves the auth service, and worked in one. */
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
  ];
}
