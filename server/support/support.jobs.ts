import { assignInTurnJob } from './assignment/assign-in-turn.job.ts';
import { reassignTicketsJob } from './assignment/reassign-tickets.job.ts';
import { escalateTicketsJob } from './desk/escalate-tickets.job.ts';
import { sendTicketMailJob } from './send-ticket-mail.job.ts';

export const supportJobs = [assignInTurnJob, escalateTicketsJob, reassignTicketsJob, sendTicketMailJob];
