import type { Selectable } from 'kysely';
import type { AuthIdentities, AuthSessions, AuthUsers } from '@mare/database/schema.ts';
import type { Executor } from './auth.ts';

export type User = Selectable<AuthUsers>;
export type Identity = Selectable<AuthIdentities>;
export type Session = Selectable<AuthSessions>;

export function findUser(db: Executor, id: string): Promise<User | undefined> {
  return db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @param email in lower case. */
export function findUserByEmail(db: Executor, email: string): Promise<User | undefined> {
  return db.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Locks the row. */
export function lockUser(db: Executor, id: string): Promise<User | undefined> {
  return db.selectFrom('auth.users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the row. */
export function lockSession(db: Executor, id: string): Promise<Session | undefined> {
  return db.selectFrom('auth.sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Oldest first. */
export function identitiesOf(db: Executor, userId: string): Promise<Identity[]> {
  return db
    .selectFrom('auth.identities')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
