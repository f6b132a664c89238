import { applyClausesJob } from './clauses/apply-clauses.job.ts';
import { checkDrawsJob } from './checking/check-draws.job.ts';
import { anchorSealsJob } from './anchor/anchor-seals.job.ts';
import { refreshArchiveJob } from './archive/refresh-archive.job.ts';
import { applyBeaconRoundsJob, findEarlyInstantPrizesJob } from './instant/hiding/apply-beacon-rounds.job.ts';
import { findInstantPrizesJob } from './instant/finding/find-instant-prizes.job.ts';
import { findMissedInstantPrizesJob } from './instant/finding/find-missed-instant-prizes.job.ts';
import { freezeListJob } from './list/freeze-list.job.ts';
import { fetchResultsJob } from './lottery/fetch-results.job.ts';
import { expirePrizesJob } from './prizes/expire-prizes.job.ts';
import { remindWinnersJob } from './prizes/news/remind-winners.job.ts';
import { notifyWinnersJob } from './prizes/news/notify-winners.job.ts';
import { sealDrawJob } from './sealing/seal-draw.job.ts';
import { mailDrawNewsJob, notifyDrawNewsJob, resumeDrawNewsJob } from './news/deliver-draw-news.job.ts';

export const drawsJobs = [
  anchorSealsJob,
  applyBeaconRoundsJob,
  applyClausesJob,
  checkDrawsJob,
  findEarlyInstantPrizesJob,
  findInstantPrizesJob,
  findMissedInstantPrizesJob,
  freezeListJob,
  refreshArchiveJob,
  sealDrawJob,
  fetchResultsJob,
  expirePrizesJob,
  remindWinnersJob,
  notifyWinnersJob,
  notifyDrawNewsJob,
  mailDrawNewsJob,
  resumeDrawNewsJob,
];
