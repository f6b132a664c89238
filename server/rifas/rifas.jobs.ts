import { tellExtremesJob } from './leaders/tell-extremes.job.ts';
import { openScheduledRifasJob } from './management/open-scheduled-rifas.job.ts';
import { makePictureSizesJob } from './pictures/make-picture-sizes.job.ts';

export const rifasJobs = [tellExtremesJob, openScheduledRifasJob, makePictureSizesJob];
