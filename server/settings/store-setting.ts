import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Writes a setting that another feature validates; settings of the settings page use `saveSetting`. */
export async function storeSetting(
  trx: Transaction<DB>,
  key: string,
  content: object,
  updatedAt: Date,
): Promise<void> {
  const value = JSON.stringify(content);
  await trx
    .insertInto('settings')
    .values({ key, value, updatedAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updatedAt }))
    .execute();
}
