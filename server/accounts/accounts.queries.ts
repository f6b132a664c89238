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

/** Holds the row until the transaction ends. */
export function lockUser(db: Executor, id: string): Promise<User | undefined> {
  return db.selectFrom('auth.users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Holds the row until the transaction ends. */
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

/** Who a token speaks for: user, session and role in one read. */
export function findPrincipalRow(db: Executor, userId: string, sessionId: string) {
  return db
    .selectFrom('auth.users as person')
    .leftJoin('auth.sessions as session', (join) =>
      join.onRef('session.userId', '=', 'person.id').on('session.id', '=', sessionId),
    )
    .leftJoin('profiles as profile', 'profile.id', 'person.id')
    .select((row) => [
      'person.email',
      'person.bannedUntil',
      'session.id as sessionId',
      'session.aal',
      'profile.role',
      row
        .exists(
          row
            .selectFrom('auth.mfaFactors as factor')
            .select('factor.id')
            .whereRef('factor.userId', '=', 'person.id')
            .where('factor.status', '=', 'verified'),
        )
        .as('hasVerifiedFactor'),
    ])
    .where('person.id', '=', userId)
    .executeTakeFirst();
}
