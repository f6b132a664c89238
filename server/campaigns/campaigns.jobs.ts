import { sendDueMailsJob } from './messages/send-due-mails.job.ts';
import { sendUnsubscribeLinkJob } from './preferences/send-unsubscribe-link.job.ts';
import { sendNewsletterConfirmationJob } from './send-newsletter-confirmation.job.ts';

export const campaignsJobs = [sendDueMailsJob, sendUnsubscribeLinkJob, sendNewsletterConfirmationJob];
