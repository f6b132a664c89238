import { closeDueRifasJob, closeSoldOutJob } from './closing/close-rifas.job.ts';
import { tellExtremesJob } from './leaders/tell-extremes.job.ts';
import { openScheduledRifasJob } from './management/open-scheduled-rifas.job.ts';
import { makePictureSizesJob } from './pictures/make-picture-sizes.job.ts';

export const rifasJobs = [
  closeDueRifasJob,
  closeSoldOutJob,
  tellExtremesJob,
  openScheduledRifasJob,
  makePictureSizesJob,
];
