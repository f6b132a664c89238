import { sendDueMailsJob } from './messages/send-due-mails.job.ts';
import { sendUnsubscribeLinkJob } from './preferences/send-unsubscribe-link.job.ts';

export const campaignsJobs = [sendDueMailsJob, sendUnsubscribeLinkJob];
