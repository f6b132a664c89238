import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import type { Factor } from '../factors/factors.queries.ts';
import { recordReversibleChange } from './reversible-changes.ts';

/** The removed factor comes back with its secret, which is sealed, when its owner undoes the removal. */
export async function recordFactorRemoval(
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  factor: Factor,
  email: string | null,
): Promise<void> {
  const { secret, lastStep: _, lastChallengedAt: __, userId, ...row } = factor;
  await recordReversibleChange(platform, trx, {
    owner: { userId },
    kind: 'factor_removed',
    before: { ...row, secret: secret && secret.toString('base64') },
    to: [email],
  });
}
