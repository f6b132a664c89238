import type { JobDefinition } from '../../platform/jobs.ts';
import type { Auth } from '../auth.ts';
import { rotateSigningKey } from './key-ring.ts';

export const ROTATE_SIGNING_KEY = 'rotate-signing-key';

/** A new signing key on the first of each month. */
export function rotateSigningKeyJob(auth: Auth): JobDefinition<object> {
  return {
    name: ROTATE_SIGNING_KEY,
    cron: '0 7 1 * *',
    handle: async () => {
      await rotateSigningKey(auth);
    },
  };
}
