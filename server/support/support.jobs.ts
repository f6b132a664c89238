import { escalateTicketsJob } from './desk/escalate-tickets.job.ts';
import { sendTicketMailJob } from './send-ticket-mail.job.ts';

export const supportJobs = [escalateTicketsJob, sendTicketMailJob];
