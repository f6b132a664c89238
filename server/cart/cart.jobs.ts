import { recoverCartJob } from './abandonment/recover-cart.job.ts';
import { sendCartRemindersJob } from './abandonment/send-cart-reminders.job.ts';

export const cartJobs = [recoverCartJob, sendCartRemindersJob];
