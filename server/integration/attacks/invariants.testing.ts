/** Invariants after each step of an attack. */
import type { AttackedShop, Message } from './attacked-shop.testing.ts';
import type { Person } from './people.testing.ts';

/** Security-relevant state of an account: identity, credentials, and the destinations of mail and money. */
export interface AccountState {
  email: string | null;
  newEmail: string | null;
  password: string | null;
  banned: boolean;
  phone: string | null;
  role: string;
  deleted: boolean;
  identities: string[];
  factors: string[];
  pixKey: string | null;
  mailPreferences: unknown;
  session: boolean;
}

export type AccountField = keyof AccountState;

export async function readAccountState(
  { platform }: AttackedShop,
  { id, ids }: Person,
): Promise<AccountState> {
  const { rows } = await platform.pool.query<AccountState>(
    `select person.email, person.new_email as "newEmail", md5(person.password_hash) as password,
       coalesce(person.banned_until > $2, false) as banned,
       profile.phone, profile.role, profile.deleted_at is not null as deleted,
       array(select provider || ' ' || provider_id from auth.identities where user_id = $1 order by 1) as identities,
       array(select id::text from auth.mfa_factors where user_id = $1 and status = 'verified' order by 1) as factors,
       (select pix_key from affiliates where user_id = $1) as "pixKey",
       (select to_jsonb(chosen) - 'updated_at' from email_preferences as chosen where user_id = $1) as "mailPreferences",
       exists (select from auth.sessions where id = $3) as session
     from auth.users as person join profiles as profile using (id) where person.id = $1`,
    [id, platform.clock.now(), ids.session],
  );
  return rows[0]!;
}

export function changedFields(before: AccountState, after: AccountState): AccountField[] {
  return (Object.keys(before) as AccountField[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/** Number of entries about the victim in the security log and the activity log. */
export async function countRecords({ platform }: AttackedShop, { id, ids }: Person): Promise<number> {
  const { rows } = await platform.pool.query<{ count: number }>(
    `select ((select count(*) from activity_logs where user_id = $1 or entity_id in ($1::text, $2::text))
       + (select count(*) from auth.security_events where user_id = $1))::int as count`,
    [id, ids.affiliate],
  );
  return rows[0]!.count;
}

/** Changes that notify the previous e-mail address. */
export const MAILED: ReadonlySet<AccountField> = new Set([
  'email',
  'newEmail',
  'password',
  'phone',
  'identities',
  'factors',
  'pixKey',
]);
/**
 * Changes without a log entry: ending a session, choosing mails, requesting another e-mail address without confirming it.
 */
export const UNRECORDED: ReadonlySet<AccountField> = new Set(['session', 'mailPreferences', 'newEmail']);

const HOUR_MS = 3_600_000;
/** Limit per subject: twice the hourly limit of five, because rate limits use fixed windows. */
const MAX_MAILS_PER_HOUR = 10;

/** @returns subjects of mails that exceeded the hourly limit of a mailbox */
export function findFloods(messages: readonly Message[], to: string): string[] {
  const received = messages.filter((message) => message.to === to);
  return received
    .filter((last, index) => {
      const same = received
        .slice(0, index + 1)
        .filter(({ subject, at }) => kindOf(subject) === kindOf(last.subject) && +last.at - +at < HOUR_MS);
      return same.length > MAX_MAILS_PER_HOUR;
    })
    .map(({ subject }) => subject);
}

/** Subjects may hold a code. */
const kindOf = (subject: string) => subject.replaceAll(/\d+/g, '');
