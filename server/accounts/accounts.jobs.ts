import { sendAccessCodeJob } from './express/send-access-code.job.ts';
import { sendSmsCodeJob } from './factors/send-sms-code.job.ts';
import { sendAuthMailJob } from './messages/send-auth-mail.job.ts';
import { sendAuthNoticeJob } from './messages/send-auth-notice.job.ts';
import { sendChangeNoticeJob } from './security/send-change-notice.job.ts';
import { sendProofMailJob } from './proof/send-proof-mail.job.ts';
import { eraseAgainJob } from './privacy/erase-again.job.ts';
import { registerPersonsJob } from './persons/register-persons.job.ts';
import { purgeAuthDataJob } from './purge-auth-data.job.ts';
import { rotateSigningKeyJob } from './tokens/rotate-signing-key.job.ts';

export const accountsJobs = [
  sendSmsCodeJob,
  sendAccessCodeJob,
  sendAuthMailJob,
  sendAuthNoticeJob,
  sendProofMailJob,
  sendChangeNoticeJob,
  eraseAgainJob,
  registerPersonsJob,
  purgeAuthDataJob,
  rotateSigningKeyJob,
];
