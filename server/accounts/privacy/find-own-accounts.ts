import type { Executor } from '../auth.ts';
import type { PersonalDataOwner } from './personal-data/personal-data-table.ts';

export async function personOf(db: Executor, userId: string): Promise<PersonalDataOwner> {
  const row = await db.selectFrom('auth.users').select('email').where('id', '=', userId).executeTakeFirst();
  return { userId, email: row?.email ?? null };
}

/** The account, then those merged into it, whose e-mail address may be another account's by now. */
export async function findOwnAccounts(db: Executor, userId: string): Promise<PersonalDataOwner[]> {
  const former = await db
    .selectFrom('mergedPeople')
    .leftJoin('auth.users as present', 'present.email', 'formerEmail')
    .select(['formerId', 'formerEmail', 'present.id as presentId'])
    .where('intoId', '=', userId)
    .execute();
  return [
    await personOf(db, userId),
    ...former.map(({ formerId, formerEmail, presentId }) => ({
      userId: formerId,
      email: presentId === null || presentId === userId ? formerEmail : null,
    })),
  ];
}
