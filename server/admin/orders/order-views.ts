/** Saved views of the orders list, shared by the team. */
import type { Kysely } from 'kysely';
import { ORDER_VIEWS_MAX, type OrderView } from '@mare/contract/admin/orders-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

/** By name. */
export function selectOrderViews(db: Kysely<DB>): Promise<OrderView[]> {
  return db
    .selectFrom('orderViews')
    .select(['name', 'query'])
    .orderBy('name')
    .limit(ORDER_VIEWS_MAX)
    .execute();
}

/** Adds a view, or replaces the one of the same name. */
export async function saveOrderView({ db, clock }: Deps, by: PanelUser, view: OrderView): Promise<void> {
  const { name, query } = view;
  const values = { query, updatedBy: by.userId, updatedAt: clock.now() };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('orderViews')
      .values({ name, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute();
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'save-order-view',
        entityType: 'order-view',
        entityId: name,
        description: `Salvou a visão de pedidos “${name}” para a equipe.`,
        details: { query },
      },
    );
  });
}

/** @returns false if it is unknown */
export function deleteOrderView({ db, clock }: Deps, by: PanelUser, name: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const view = await trx
      .deleteFrom('orderViews')
      .where('name', '=', name)
      .returning('query')
      .executeTakeFirst();
    if (!view) return false;
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'delete-order-view',
        entityType: 'order-view',
        entityId: name,
        description: `Apagou a visão de pedidos “${name}” da equipe.`,
        // Logs the filters too, so that a deleted view can be recreated.
        details: view,
      },
    );
    return true;
  });
}
