/** People who may not take part in any rifa. The database function that checks participation reads the list. */
import type { Kysely } from 'kysely';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import type { ExcludedPerson } from '@mare/contract/admin/settings-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { PanelUser } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';

/** Latest first. */
export async function listExcludedPeople(db: Kysely<DB>): Promise<ExcludedPerson[]> {
  const rows = await db
    .selectFrom('excludedPeople')
    .select(['cpf', 'note', 'addedAt'])
    .orderBy('addedAt', 'desc')
    .orderBy('cpf')
    .execute();
  return rows.map(({ addedAt, ...person }) => ({ ...person, addedAt: addedAt.toISOString() }));
}

/**
 * Adds a CPF; for a known one, changes its note.
 * @param cpf as typed
 */
export async function excludePerson(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { cpf: typed, note }: { cpf: string; note: string },
): Promise<{ ok: true } | { ok: false; code: 'INVALID_CPF' }> {
  const cpf = typed.replaceAll(/\D/g, '');
  if (!isValidCpf(cpf)) return { ok: false, code: 'INVALID_CPF' };
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('excludedPeople')
      .values({ cpf, note, addedBy: by.userId, addedAt: clock.now() })
      .onConflict((conflict) => conflict.column('cpf').doUpdateSet({ note }))
      .execute();
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'exclude-person',
        entityType: 'setting',
        entityId: 'excluded-people',
        description: `Incluiu “${note}” entre quem não pode participar.`,
      },
    );
    return { ok: true };
  });
}

/** Idempotent. */
export async function admitPerson(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  cpf: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('excludedPeople')
      .where('cpf', '=', cpf)
      .returning('note')
      .executeTakeFirst();
    if (removed)
      await recordActivity(
        trx,
        { clock },
        {
          ...by,
          action: 'admit-person',
          entityType: 'setting',
          entityId: 'excluded-people',
          description: `Retirou “${removed.note}” de quem não pode participar.`,
        },
      );
  });
}
