import type { Transaction } from 'kysely';
import type { MergeRejection } from '@mare/domain/accounts/merging.ts';
import type { DB } from '@mare/database/schema.ts';
import { verifyBearer } from '../../accounts/authenticate.ts';
import { enqueueNotice } from '../../accounts/messages/send-auth-notice.job.ts';
import { findMissingProof } from '../../accounts/proof/find-missing-proof.ts';
import { recordSecurityEvent } from '../../accounts/safety/audit.ts';
import type { Principal } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type FindMergeRejection,
  type Merge,
  type MergePeopleResult,
  mergePeople,
  type MergeStep,
} from './merge-people.ts';

export type OwnMergeDeps = Pick<Platform, 'db' | 'pool' | 'caches' | 'clock' | 'config' | 'random' | 'jobs'>;

interface OwnMerge {
  /** Signed in to the express account, which is closed. */
  caller: Pick<Principal, 'userId'>;
  /** Access token of a session of the account that is kept. */
  accessToken: string;
  ipAddress: string | null;
}

/**
 * Merges an express account into the account that owns the e-mail address of the express account. The caller proves
 * both: with a session of the express account, and with a recent sign-in, second factor included, to the other.
 */
export async function mergeOwnAccount(
  platform: OwnMergeDeps,
  { caller, accessToken, ipAddress }: OwnMerge,
  mergeMore: MergeStep,
): Promise<MergePeopleResult | { ok: false; code: 'PROOF_INVALID' }> {
  const other = await verifyBearer(platform, `Bearer ${accessToken}`);
  if (!other.ok || other.value.secondFactorPending || (await findMissingProof(platform, other.value)))
    return { ok: false, code: 'PROOF_INVALID' };
  return mergeStatedAccount(platform, { owner: other.value, expressId: caller.userId, ipAddress }, mergeMore);
}

export interface StatedMerge {
  /** Signed in to the account that owns the e-mail address, which is kept. */
  owner: Pick<Principal, 'userId' | 'sessionId' | 'email'>;
  /** The express account that states it, which is closed. */
  expressId: string;
  ipAddress: string | null;
}

/** Merges an express account into the account that owns its e-mail address, and tells that owner. */
export async function mergeStatedAccount(
  platform: OwnMergeDeps,
  { owner, expressId, ipAddress }: StatedMerge,
  mergeMore: MergeStep,
  findMoreRejection: FindMergeRejection = async () => null,
): Promise<MergePeopleResult> {
  const tellOwner: MergeStep = async (trx, into, former) => {
    await mergeMore(trx, into, former);
    await recordSecurityEvent(platform, trx, into, 'accounts_merged', { sessionId: owner.sessionId });
    // The e-mail address of both accounts.
    await enqueueNotice(platform, trx, 'accounts_merged', owner.email, null);
  };
  const merge = { id: owner.userId, formerId: expressId };
  return mergePeople(
    platform,
    { userId: owner.userId, ipAddress },
    merge,
    tellOwner,
    async (trx) => (await findOwnRejection(trx, platform, merge)) ?? (await findMoreRejection(trx)),
  );
}

/** Cases that support has to review and merge. */
async function findOwnRejection(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { id, formerId }: Merge,
): Promise<MergeRejection | null> {
  const accounts = await trx
    .selectFrom('profiles')
    .innerJoin('auth.users as user', 'user.id', 'profiles.id')
    .leftJoin('expressAccounts as express', 'express.userId', 'profiles.id')
    .leftJoin('persons', 'persons.id', 'profiles.personId')
    .select([
      'profiles.id',
      'profiles.role',
      'profiles.cpf',
      'profiles.personId',
      'persons.id as confirmedId',
    ])
    .select(['user.email', 'user.emailConfirmedAt', 'user.bannedUntil', 'express.email as statedEmail'])
    .where('profiles.id', 'in', [id, formerId])
    .execute();
  const stays = accounts.find((account) => account.id === id);
  const former = accounts.find((account) => account.id === formerId);
  if (!stays || !former?.statedEmail || former.email !== null) return 'not_express';
  if (!stays.emailConfirmedAt || stays.email !== former.statedEmail) return 'other_email';
  if (stays.role !== 'buyer' || former.role !== 'buyer') return 'staff';
  if (accounts.some(({ bannedUntil }) => bannedUntil && bannedUntil > clock.now())) return 'blocked';
  const [one, other] = [stays.cpf, former.cpf];
  const areConfirmed = stays.confirmedId && former.confirmedId && stays.personId !== former.personId;
  return areConfirmed || (one && other && one !== other) ? 'other_cpf' : null;
}
