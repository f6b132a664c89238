import { defineJob } from '../../platform/jobs.ts';
import { purgeActivities } from '../../activity-log/purge-activities.ts';
import type { Auth } from '../auth.ts';
import { SIGN_IN } from './audit.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Longer than the life of a link and of the auth code it leads to. */
const FLOW_SECONDS = 2 * HOUR;
/** Of who signed in when, and from where. */
const SIGN_INS_SECONDS = 365 * DAY;

/** Removes what has expired; nothing depends on its being gone. */
export const sweepAuthJob = defineJob('sweep-auth', { cron: '*/15 * * * *' }, sweep);

async function sweep({ db, clock, settings }: Auth): Promise<void> {
  const now = clock.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  await db.deleteFrom('auth.oneTimeTokens').where('expiresAt', '<', now).execute();
  await db.deleteFrom('auth.flowStates').where('createdAt', '<', ago(FLOW_SECONDS)).execute();
  await db.deleteFrom('auth.mfaChallenges').where('createdAt', '<', ago(HOUR)).execute();
  await db.deleteFrom('auth.rateLimits').where('windowEnds', '<', now).execute();
  await db.deleteFrom('auth.sessions').where('refreshedAt', '<', ago(settings.inactivitySeconds)).execute();
  const { timeBoxSeconds } = settings;
  if (timeBoxSeconds > 0)
    await db.deleteFrom('auth.sessions').where('createdAt', '<', ago(timeBoxSeconds)).execute();
  await db.deleteFrom('auth.signingKeys').where('retiredAt', '<', ago(DAY)).execute();
  await purgeActivities(db, SIGN_IN, ago(SIGN_INS_SECONDS));
  // Not written any more: the activity log says it all. The next version drops it.
  await db.deleteFrom('auth.auditLog').where('createdAt', '<', ago(SIGN_INS_SECONDS)).execute();
}
