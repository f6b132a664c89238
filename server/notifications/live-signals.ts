/** Signals to open browsers, by way of PostgreSQL's NOTIFY: never stored, lost without a listener. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod';
import { ticketSignal, type TicketSignal } from '@mare/contract/notifications/notifications.ts';
import type { DB } from '@mare/database/schema.ts';
import { can, type Permission, PERMISSIONS, ROLES } from '@mare/domain/accounts/permissions.ts';

/** One person, or those who have a permission at the time of delivery. */
export type Audience = { userId: string } | { permission: Permission; except: string | null };

export interface AddressedSignal {
  to: Audience;
  signal: TicketSignal;
}

/** Channel of all announcements to the processes that hold event streams. */
export const CHANNEL = 'notifications';
const PREFIX = 'signal ';

const addressedSignal = z.object({
  to: z.union([
    z.object({ userId: z.string() }),
    z.object({ permission: z.enum(PERMISSIONS), except: z.string().nullable() }),
  ]),
  signal: ticketSignal,
});

/** Inside a transaction, it is delivered after the commit. */
export async function sendSignals(
  db: Kysely<DB> | Transaction<DB>,
  signals: readonly AddressedSignal[],
): Promise<void> {
  const payloads = signals.map((signal) => PREFIX + JSON.stringify(signal));
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(db);
}

/** @returns null if the announcement is no signal, or one of another version */
export function readSignal(payload: string | null): AddressedSignal | null {
  if (!payload?.startsWith(PREFIX)) return null;
  try {
    return addressedSignal.safeParse(JSON.parse(payload.slice(PREFIX.length))).data ?? null;
  } catch {
    return null;
  }
}

/** Ids of the people who have the permission now. */
export async function selectPermitted(db: Kysely<DB>, permission: Permission): Promise<Set<string>> {
  const people = await db
    .selectFrom('profiles')
    .select('id')
    // The condition of the index `profiles_staff`.
    .where('role', '<>', 'buyer')
    .where(
      'role',
      'in',
      ROLES.filter((role) => can(role, permission)),
    )
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(people.map(({ id }) => id));
}
