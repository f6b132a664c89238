import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { can, ROLES } from '@mare/domain/accounts/permissions.ts';
import type { PresentAgent } from '@mare/domain/support/ticket-category.ts';
import type { Platform } from '../../platform/platform.ts';

/** An open desk renews its presence every minute. Without renewal, the agent gets no tickets after this time. */
const PRESENCE_MS = 3 * 60_000;

/** Sets whether the agent gets tickets in turn from now on. */
export async function setPresence(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  isPresent: boolean,
): Promise<void> {
  const presentUntil = new Date(clock.now().getTime() + (isPresent ? PRESENCE_MS : 0));
  await db
    .insertInto('deskAgents')
    .values({ userId, presentUntil })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ presentUntil }))
    .execute();
}

/** Present agents who may answer tickets. */
export async function selectPresent(
  db: Kysely<DB>,
  now: Date,
): Promise<(PresentAgent & { name: string | null })[]> {
  return selectAgents(db)
    .innerJoin('deskAgents as agent', 'agent.userId', 'profiles.id')
    .select(['profiles.id', 'profiles.name', 'agent.lastAssignedAt'])
    .where('agent.presentUntil', '>', now)
    .where((eb) => eb.or([eb('user.bannedUntil', 'is', null), eb('user.bannedUntil', '<=', now)]))
    .orderBy('profiles.name')
    .execute();
}

/** People whose role may answer tickets, including banned ones. */
export function selectAgents(db: Kysely<DB>) {
  return db
    .selectFrom('profiles')
    .innerJoin('auth.users as user', 'user.id', 'profiles.id')
    .where('profiles.deletedAt', 'is', null)
    .where(
      'profiles.role',
      'in',
      ROLES.filter((role) => can(role, 'answer-tickets')),
    );
}

/** Serializes assignments until the end of the transaction. Locks in one order to prevent deadlocks. */
export async function lockTurns(trx: Transaction<DB>): Promise<void> {
  await trx.selectFrom('deskAgents').select('userId').orderBy('userId').forUpdate().execute();
}

/** Moves the agent to the end of the queue. Requires `lockTurns`. */
export async function takeTurn(trx: Transaction<DB>, agent: PresentAgent, now: Date): Promise<void> {
  const latest = await trx
    .selectFrom('deskAgents')
    .select((eb) => eb.fn.max('lastAssignedAt').as('at'))
    .executeTakeFirstOrThrow();
  // Gives distinct times to several tickets of one millisecond.
  const after = latest.at === null ? 0 : latest.at.getTime() + 1;
  await trx
    .updateTable('deskAgents')
    .set({ lastAssignedAt: new Date(Math.max(now.getTime(), after)) })
    .where('userId', '=', agent.id)
    .execute();
}
