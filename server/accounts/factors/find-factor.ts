import type { Executor } from '../auth.ts';
import type { AuthCaller } from '../authenticate.ts';
import { grant, reject, type Outcome } from '../protocol/outcome.ts';
import { secondFactorRequired } from '../protocol/second-factor-gate.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Factor } from './factors.queries.ts';

/**
 * Finds a factor of the caller. While a second factor is pending, rejects unverified factors: verifying one would complete
 * the session without the factor that protects the account.
 * @returns `mfa_factor_not_found` also for another user's factor
 */
export async function findFactor(
  db: Executor,
  caller: AuthCaller,
  factorId: string,
): Promise<Outcome<Factor>> {
  if (!isUuid(factorId)) return reject(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = await db
    .selectFrom('auth.mfaFactors')
    .selectAll()
    .where('id', '=', factorId)
    .where('userId', '=', caller.userId)
    .executeTakeFirst();
  if (!factor) return reject(404, 'mfa_factor_not_found', 'Factor not found');
  if (caller.secondFactorPending && factor.status !== 'verified') return secondFactorRequired();
  return grant(factor);
}
