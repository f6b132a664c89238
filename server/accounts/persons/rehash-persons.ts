import type { Database } from '@mare/database/connection/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Executor } from '../auth.ts';
import type { PersonHasher } from './person-hash.ts';
import { findPersonByCpf, findVerifiedPhones } from './persons.queries.ts';

const BATCH = 500;

/**
 * Recomputes the hashes of persons stored under lost keys, from the CPFs of their accounts. Deletes a person without
 * an account, whose CPF is not stored, and one whose CPF another account has confirmed since: the hourly job joins
 * those two accounts.
 */
export async function rehashPersons(
  db: Database,
  hasher: PersonHasher,
): Promise<{ rehashed: number; forgotten: number; joined: number }> {
  const done = { rehashed: 0, forgotten: 0, joined: 0 };
  let batch;
  do {
    batch = await db
      .selectFrom('persons')
      .select('id')
      .where('keyId', 'not in', [...hasher.keyIds])
      .limit(BATCH)
      .execute();
    for (const { id } of batch) done[await inTransaction(db, (trx) => rehashPerson(trx, hasher, id))]++;
  } while (batch.length > 0);
  return done;
}

async function rehashPerson(
  trx: Executor,
  hasher: PersonHasher,
  id: string,
): Promise<'rehashed' | 'forgotten' | 'joined'> {
  const account = await trx
    .selectFrom('profiles')
    .select('cpf')
    .where('personId', '=', id)
    .where('deletedAt', 'is', null)
    .where('cpf', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const forget = () => trx.deleteFrom('persons').where('id', '=', id).execute();
  if (!account) {
    await forget();
    return 'forgotten';
  }
  const hashes = hasher.cpf(account.cpf!);
  if (await findPersonByCpf(trx, hashes)) {
    await forget();
    return 'joined';
  }
  const [phone] = await findVerifiedPhones(trx, id);
  await trx
    .updateTable('persons')
    .set({
      cpfHash: hashes[0].hash,
      phoneHash: phone ? hasher.phone(phone)[0].hash : null,
      keyId: hasher.keyId,
    })
    .where('id', '=', id)
    .execute();
  return 'rehashed';
}
