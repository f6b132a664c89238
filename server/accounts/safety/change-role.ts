import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { AccountRole } from '@mare/contract/accounts/accounts.ts';
import { givesPermissions } from '@mare/domain/accounts/permissions.ts';
import { changesBlockingRole } from '@mare/domain/accounts/security/security-events.ts';
import { OPEN_APPROVAL_STATES } from '@mare/domain/approvals/two-person-rule.ts';
import { type ApprovalHandler } from '../../approvals/execute-approvals.ts';
import { requestApproval } from '../../approvals/approvals.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Principal } from '../../platform/http/api.ts';
import { hasOpenChange } from '../security/reversible-changes.ts';
import { hasOtherAdmin } from './last-admin.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

export interface RoleChange {
  userId: string;
  /** The role that the admin saw. */
  from: AccountRole;
  to: AccountRole;
  /** Shown in public when the admin role is given. */
  reason: string;
}

export type GrantRoleResult =
  /** Null: it has taken effect. Otherwise when it will, unless an admin cancels it. */
  | { ok: true; effectiveAt: Date | null }
  | { ok: false; code: 'VERSION_CONFLICT' | 'ALREADY_REQUESTED' | 'RECENT_CHANGE' };

export type ChangeRoleResult = GrantRoleResult | { ok: false; code: 'LAST_ADMIN' };

export const ROLE_NAMES: Record<AccountRole, string> = {
  buyer: 'cliente',
  seller: 'vendas',
  reader: 'leitura',
  support: 'atendimento',
  finance: 'financeiro',
  admin: 'administração',
};

type Actor = Pick<Principal, 'userId'> & { ipAddress: string | null };
type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/** Takes effect with the user's next request. The admin role is given under the two-person rule. */
export async function changeRole(
  platform: Deps,
  by: Actor,
  { userId, from, to, reason }: RoleChange,
): Promise<ChangeRoleResult> {
  return inTransaction<ChangeRoleResult>(platform.db, async (trx) => {
    if (to !== 'admin' && !(await hasOtherAdmin(trx, userId, platform.clock.now())))
      return { ok: false, code: 'LAST_ADMIN' };
    return grantRole(trx, platform, by, { userId, from, to, reason });
  });
}

/**
 * Changes the role of a person who is no admin. The admin role is requested under the two-person rule. An account
 * whose contact changed recently gets no further permissions until that can no longer be undone.
 */
export async function grantRole(
  trx: Transaction<DB>,
  platform: Deps,
  by: Actor,
  change: RoleChange,
): Promise<GrantRoleResult> {
  if (await isBlocked(trx, platform, change)) return { ok: false, code: 'RECENT_CHANGE' };
  if (change.to === 'admin') return requestAdminRole(trx, platform, by, change);
  const isChanged = await setRole(trx, platform, by, change);
  return isChanged ? { ok: true, effectiveAt: null } : { ok: false, code: 'VERSION_CONFLICT' };
}

async function isBlocked(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { userId, from, to }: Pick<RoleChange, 'userId' | 'from' | 'to'>,
): Promise<boolean> {
  if (!givesPermissions(from, to)) return false;
  // The role and a contact do not change at the same time.
  await trx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute();
  return hasOpenChange(trx, userId, changesBlockingRole(to), clock.now());
}

async function requestAdminRole(
  trx: Transaction<DB>,
  platform: Deps,
  by: Actor,
  { userId, from, reason }: RoleChange,
): Promise<GrantRoleResult> {
  const person = await trx
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.name', 'auth.users.email'])
    .where('profiles.id', '=', userId)
    .where('profiles.role', '=', from)
    .where('profiles.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!person || from === 'admin') return { ok: false, code: 'VERSION_CONFLICT' };
  const { name, email } = person;
  const described = name && email ? `${name} (${email})` : (name ?? email ?? 'uma pessoa');
  return requestApproval(trx, platform, {
    kind: 'GRANT_ADMIN',
    subjectId: userId,
    rifaId: null,
    payload: { from, email } satisfies GrantPayload,
    summary: `Dar o papel de administração a ${described}.`,
    reason: reason.trim() || 'Vai ajudar a cuidar da loja.',
    requestedBy: by.userId,
  });
}

/** Payload of GRANT_ADMIN. */
interface GrantPayload {
  from: AccountRole;
  /** Of the account that the request names; undefined in older requests. */
  email?: string | null;
}

/** Carries out GRANT_ADMIN, if the account is still reached by the e-mail of the request. */
export function grantAdminHandler(platform: Deps): ApprovalHandler {
  return {
    async execute(trx, { subjectId, payload, requestedBy }) {
      const { from, email } = payload as GrantPayload;
      const change = { userId: subjectId, from, to: 'admin' } as const;
      const isRecent = await isBlocked(trx, platform, change);
      const account = await findAccount(trx, subjectId);
      if (!account || account.deletedAt) return { ok: false, code: 'ACCOUNT_CLOSED' };
      if (email !== undefined && email !== account.email) return { ok: false, code: 'EMAIL_CHANGED' };
      if (!account.emailConfirmedAt) return { ok: false, code: 'EMAIL_NOT_CONFIRMED' };
      if (isRecent) return { ok: false, code: 'RECENT_CHANGE' };
      const isChanged = await setRole(trx, platform, { userId: requestedBy, ipAddress: null }, change);
      return isChanged ? { ok: true } : { ok: false, code: 'ROLE_CHANGED' };
    },
  };
}

function findAccount(trx: Transaction<DB>, userId: string) {
  return trx
    .selectFrom('auth.users')
    .innerJoin('profiles', 'profiles.id', 'auth.users.id')
    .select(['auth.users.email', 'auth.users.emailConfirmedAt', 'profiles.deletedAt'])
    .where('profiles.id', '=', userId)
    .executeTakeFirst();
}

/** Whether the account is to become an admin. */
export async function isAdminRequested(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('approvals')
    .select('id')
    .where('kind', '=', 'GRANT_ADMIN')
    .where('subjectId', '=', userId)
    .where('state', 'in', OPEN_APPROVAL_STATES)
    .executeTakeFirst();
  return open !== undefined;
}

/** @returns false when the role is not `from` any more */
async function setRole(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  by: Actor,
  { userId, from, to }: Omit<RoleChange, 'reason'>,
): Promise<boolean> {
  const changed = await trx
    .updateTable('profiles')
    .set({ role: to, adminSince: to === 'admin' ? platform.clock.now() : null })
    .where('id', '=', userId)
    .where('role', '=', from)
    .where('deletedAt', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!changed) return false;
  await recordActivity(trx, platform, {
    userId: by.userId,
    action: 'change-role',
    entityType: 'user',
    entityId: userId,
    description: `Mudou o papel de ${changed.name ?? 'uma pessoa'} de ${ROLE_NAMES[from]} para ${ROLE_NAMES[to]}.`,
    details: { before: { role: from }, after: { role: to } },
    ipAddress: by.ipAddress,
  });
  await sendNotification(trx, platform, {
    userId,
    type: 'info',
    title: 'Seu acesso mudou',
    message: `Sua conta agora tem acesso de ${ROLE_NAMES[to]}.`,
  });
  return true;
}
