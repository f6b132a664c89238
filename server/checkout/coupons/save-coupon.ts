import type { Selectable, Transaction, Updateable } from 'kysely';
import type { CouponConditions } from '@mare/contract/checkout/coupons-admin.ts';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { Coupons, DB } from '@mare/database/schema.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import { personOfAccount } from '../../platform/database/person-of-account.ts';
import type { Platform } from '../../platform/platform.ts';
import { personsWithoutEmail } from './coupons.queries.ts';

interface NewCoupon {
  code: string;
  discount: { percent: number | null; offCentavos: number | null };
  coupon: CouponConditions;
}

type PersonUnknown = { ok: false; code: 'COUPON_PERSON_UNKNOWN'; email: string };

type Deps = Pick<Platform, 'db' | 'clock'>;

type CreateCouponResult =
  | { ok: true; version: number }
  | { ok: false; code: 'COUPON_EXISTS' }
  | PersonUnknown;

export function createCoupon(platform: Deps, by: PanelUser, coupon: NewCoupon): Promise<CreateCouponResult> {
  return platform.db.transaction().execute((trx) => insertCoupon(trx, platform, by, coupon));
}

/** Creates a coupon in the caller's transaction. */
export async function insertCoupon(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  by: PanelUser,
  { code, discount, coupon }: NewCoupon,
): Promise<CreateCouponResult> {
  const found = await toColumns(trx, coupon);
  if (!found.ok) return found;
  const { percent, offCentavos } = discount;
  const amountOff = offCentavos === null ? null : numericFromCentavos(offCentavos);
  const created = await trx
    .insertInto('coupons')
    .values({
      code,
      percent,
      amountOff,
      ...found.columns,
      personIds: found.personIds,
      createdAt: platform.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (created.numInsertedOrUpdatedRows === 0n) return { ok: false, code: 'COUPON_EXISTS' };
  await log(trx, platform, by, code, 'create-coupon', `Criou o cupom ${code}.`, {
    after: { ...discount, ...coupon },
  });
  return { ok: true, version: 1 };
}

export type ChangeCouponResult =
  | { ok: true; version: number }
  | PersonUnknown
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'COUPON_LIMIT' };

/**
 * Changes a coupon's limits, conditions or active state; its discount is immutable.
 * @param change.version for optimistic locking
 */
export async function changeCoupon(
  platform: Deps,
  by: PanelUser,
  change: { code: string; version: number; coupon: CouponConditions },
): Promise<ChangeCouponResult> {
  const { code, version, coupon } = change;
  return platform.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('coupons')
      .selectAll()
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.version !== version) return { ok: false, code: 'VERSION_CONFLICT' };
    const found = await toColumns(trx, coupon);
    if (!found.ok) return found;
    // Keeps persons that the form cannot name. Without them, the coupon of a person who deleted the account would be
    // valid for everyone.
    const { unnamed } = await trx
      .selectFrom('coupons')
      .select(personsWithoutEmail.as('unnamed'))
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const personIds = [...found.personIds, ...unnamed];
    const { maxUses } = coupon;
    const { numUpdatedRows } = await trx
      .updateTable('coupons')
      .set({ ...found.columns, personIds, version: version + 1 })
      .where('code', '=', code)
      .$if(maxUses !== null, (query) => query.where('uses', '<=', maxUses))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'COUPON_LIMIT' };
    const was = conditionsOf(before, coupon.personEmails);
    await log(
      trx,
      platform,
      by,
      code,
      'change-coupon',
      `Alterou o cupom ${code}.`,
      changedFields(was, coupon),
    );
    return { ok: true, version: version + 1 };
  });
}

/** Persons by the e-mail addresses of their accounts. */
async function toColumns(
  trx: Transaction<DB>,
  { personEmails, minimumCentavos, ...columns }: CouponConditions,
): Promise<{ ok: true; columns: Updateable<Coupons>; personIds: string[] } | PersonUnknown> {
  const emails = personEmails.map((email) => email.toLowerCase());
  const accounts =
    emails.length === 0
      ? []
      : await trx
          .selectFrom('auth.users')
          .innerJoin('profiles', 'profiles.id', 'auth.users.id')
          .select(['auth.users.email', personOfAccount('profiles').as('personId')])
          .where('auth.users.email', 'in', emails)
          .execute();
  const unknown = emails.find((email) => !accounts.some((account) => account.email === email));
  if (unknown !== undefined) return { ok: false, code: 'COUPON_PERSON_UNKNOWN', email: unknown };
  const minimum = minimumCentavos === null ? null : numericFromCentavos(minimumCentavos);
  const personIds = [...new Set(accounts.map(({ personId }) => personId))];
  return { ok: true, columns: { ...columns, minimum }, personIds };
}

/** @param personEmails not compared: the row holds persons */
function conditionsOf(row: Selectable<Coupons>, personEmails: string[]): CouponConditions {
  const { maxUses, usesPerPerson, active, rifaIds, stacksWithVip, startsAt, expiresAt, minimum } = row;
  return {
    maxUses,
    usesPerPerson,
    active,
    rifaIds,
    stacksWithVip,
    segments: row.segments as CouponConditions['segments'],
    startsAt: startsAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    minimumCentavos: minimum === null ? null : centavosFromNumeric(minimum),
    personEmails,
  };
}

function log(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  by: PanelUser,
  code: string,
  action: string,
  description: string,
  details: object,
): Promise<void> {
  const entity = { entityType: 'coupon', entityId: code };
  return recordActivity(trx, platform, { ...by, ...entity, action, description, details: { ...details } });
}
