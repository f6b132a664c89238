import type { JobDefinition } from '../../platform/jobs.ts';
import type { Auth } from '../auth.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { erasePerson } from './erase-person.ts';

export const ERASE_AGAIN = 'erase-again';

/** An order that was being made while the account went would bring personal data back: erased an hour later. */
export function eraseAgainJob({ db }: Pick<Auth, 'db'>): JobDefinition<{ userId: string }> {
  return {
    name: ERASE_AGAIN,
    handle: ({ userId }) => inTransaction(db, (trx) => erasePerson(trx, { userId, email: null })),
  };
}
