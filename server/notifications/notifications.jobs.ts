import { sendPushJob } from './push/send-push.job.ts';
import { sendWhatsAppJob } from './whatsapp/send-whatsapp.job.ts';

export const notificationsJobs = [sendPushJob, sendWhatsAppJob];
