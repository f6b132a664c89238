import type { Kysely, Transaction } from 'kysely';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

type EditedPrizes = RifaOptions['instantPrizes'];

/** Reads prizes in the editor's form: consecutive equal prizes are grouped. */
export async function readInstantPrizesToEdit(db: Kysely<DB>, rifaId: string): Promise<EditedPrizes> {
  const rows = await db
    .selectFrom('instantPrizes')
    .select(['name', 'value'])
    .where('rifaId', '=', rifaId)
    .orderBy('position')
    .execute();
  const prizes: EditedPrizes = [];
  for (const { name, value } of rows) {
    const valueCentavos = value === null ? null : centavosFromNumeric(value);
    const last = prizes.at(-1);
    if (last?.name === name && last.valueCentavos === valueCentavos) last.count += 1;
    else prizes.push({ name, valueCentavos, count: 1 });
  }
  return prizes;
}

/** Only for an unpublished rifa. */
export async function writeInstantPrizes(
  trx: Transaction<DB>,
  rifaId: string,
  prizes: EditedPrizes,
): Promise<void> {
  await trx.deleteFrom('instantPrizes').where('rifaId', '=', rifaId).execute();
  const rows = prizes.flatMap(({ name, valueCentavos, count }) =>
    Array.from({ length: count }, () => ({
      name,
      value: valueCentavos === null ? null : numericFromCentavos(valueCentavos),
    })),
  );
  if (rows.length > 0)
    await trx
      .insertInto('instantPrizes')
      .values(rows.map((row, index) => ({ ...row, rifaId, position: index + 1 })))
      .execute();
}
