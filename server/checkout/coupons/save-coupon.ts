import type { Transaction } from 'kysely';
import type { EditedCoupon } from '@mare/contract/checkout/coupons-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

export async function createCoupon(
  platform: Deps,
  by: PanelUser,
  { code, percent, coupon }: { code: string; percent: number; coupon: EditedCoupon },
): Promise<{ ok: true; version: number } | { ok: false; code: 'COUPON_EXISTS' }> {
  return platform.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('coupons')
      .values({ code, percent, ...coupon, createdAt: platform.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) return { ok: false, code: 'COUPON_EXISTS' };
    await log(trx, platform, by, code, 'create-coupon', `Criou o cupom ${code}.`, {
      after: { percent, ...coupon },
    });
    return { ok: true, version: 1 };
  });
}

export type ChangeCouponResult =
  | { ok: true; version: number }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'COUPON_LIMIT' };

/**
 * Changes a coupon's limit, expiry or active state; its discount is immutable.
 * @param change.version for optimistic locking
 */
export async function changeCoupon(
  platform: Deps,
  by: PanelUser,
  change: { code: string; version: number; coupon: EditedCoupon },
): Promise<ChangeCouponResult> {
  const { code, version, coupon } = change;
  return platform.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('coupons')
      .select(['maxUses', 'expiresAt', 'active', 'version'])
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.version !== version) return { ok: false, code: 'VERSION_CONFLICT' };
    const { maxUses } = coupon;
    const { numUpdatedRows } = await trx
      .updateTable('coupons')
      .set({ ...coupon, version: version + 1 })
      .where('code', '=', code)
      .$if(maxUses !== null, (query) => query.where('uses', '<=', maxUses))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'COUPON_LIMIT' };
    const { expiresAt, active } = before;
    const was = { maxUses: before.maxUses, expiresAt: expiresAt?.toISOString() ?? null, active };
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

function log(
  trx: Transaction<DB>,
  platform: Deps,
  by: PanelUser,
  code: string,
  action: string,
  description: string,
  details: object,
): Promise<void> {
  const entity = { entityType: 'coupon', entityId: code };
  return recordActivity(trx, platform, { ...by, ...entity, action, description, details: { ...details } });
}
