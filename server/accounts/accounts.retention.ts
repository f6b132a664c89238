import { activityRetention } from '../activity-log/activity-retention.ts';
import { rateLimitRetention } from '../platform/database/rate-limits.ts';
import type { Retention } from '../platform/database/retention.ts';
import type { Auth } from './auth.ts';
import { purgeExpressAccounts } from './express/purge-express-accounts.ts';
import { SIGN_IN } from './safety/audit.ts';
import { SIGN_UP_DAYS } from './sign-in/pending-sign-ups.ts';
import { purgeSessions } from './sessions/purge-sessions.ts';

const HOUR = 1 / 24;

/** Applied every 15 minutes. Nothing depends on these rows being gone. */
export const accountsRetention: Retention<Auth>[] = [
  rateLimitRetention,
  { table: 'auth.oneTimeTokens', column: 'expiresAt', days: 0 },
  { table: 'auth.signUps', column: 'createdAt', days: SIGN_UP_DAYS },
  // Longer than the lifetimes of a link and of the auth code that follows.
  { table: 'auth.flowStates', column: 'createdAt', days: 2 * HOUR },
  { table: 'auth.mfaChallenges', column: 'createdAt', days: HOUR },
  { table: 'auth.passkeyChallenges', column: 'createdAt', days: HOUR },
  { table: 'phoneCodes', column: 'endsAt', days: HOUR },
  { table: 'auth.signingKeys', column: 'retiredAt', days: 1 },
  { table: 'auth.securityEvents', column: 'createdAt', days: 365 },
  { table: 'auth.reversibleChanges', column: 'expiresAt', days: 30 },
  { table: 'teamInvitations', column: 'expiresAt', days: 90 },
  { table: 'accessCodes', column: 'endsAt', days: HOUR },
  purgeExpressAccounts,
  purgeSessions,
  activityRetention(SIGN_IN, 365),
  // No longer written: the activity log replaces it. The next version drops it.
  { table: 'auth.auditLog', column: 'createdAt', days: 365 },
];
