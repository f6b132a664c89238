import { mailOpeningJob } from './announcement/mail-opening.job.ts';
import { notifyOpeningsJob } from './announcement/notify-openings.job.ts';
import { sendNoticeConfirmationJob } from './announcement/send-notice-confirmation.job.ts';
import { closeDueRifasJob, closeSoldOutJob } from './closing/close-rifas.job.ts';
import { nameExtractionsJob } from './closing/name-extractions.job.ts';
import { remindEndingsJob } from './ending/remind-endings.job.ts';
import { notifyHighestLowestJob } from './leaders/notify-highest-lowest.job.ts';
import { openScheduledRifasJob } from './publishing/open-scheduled-rifas.job.ts';
import { makePictureSizesJob } from './pictures/make-picture-sizes.job.ts';
import { recordCountsJob } from './record-counts.job.ts';

export const rifasJobs = [
  closeDueRifasJob,
  closeSoldOutJob,
  nameExtractionsJob,
  remindEndingsJob,
  notifyHighestLowestJob,
  openScheduledRifasJob,
  makePictureSizesJob,
  recordCountsJob,
  mailOpeningJob,
  notifyOpeningsJob,
  sendNoticeConfirmationJob,
];
