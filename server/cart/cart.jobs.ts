import { recoverCartJob } from './abandonment/recover-cart.job.ts';
import { remindOfCartsJob } from './abandonment/remind-of-carts.job.ts';

export const cartJobs = [recoverCartJob, remindOfCartsJob];
