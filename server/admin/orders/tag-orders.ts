import { type Kysely, sql } from 'kysely';
import type { OrderTag } from '@mare/contract/admin/orders-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import type { TagColour } from '@mare/domain/admin/bulk-actions.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

/** Tags that an order has, by name. */
export function selectOrderTags(db: Kysely<DB>): Promise<OrderTag[]> {
  return db
    .selectFrom('orderTags')
    .select(['name', sql<TagColour>`colour`.as('colour')])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('taggedOrders').select('tag').whereRef('taggedOrders.tag', '=', 'orderTags.name'),
      ),
    )
    .orderBy('name')
    .limit(500)
    .execute();
}

/** Creates a tag. A tag that already exists keeps its colour. */
export async function addOrderTagName(db: Kysely<DB>, name: string, colour: TagColour): Promise<void> {
  await db
    .insertInto('orderTags')
    .values({ name, colour })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ colour })
        .where(sql<boolean>`not exists (select from tagged_orders where tag = order_tags.name)`),
    )
    .execute();
}

/**
 * Adds or removes a tag, which must exist.
 * @returns the orders that changed
 */
export async function setOrderTag(
  db: Kysely<DB>,
  ids: readonly string[],
  tag: string,
  tagged: boolean,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const changed = tagged
    ? await db
        .insertInto('taggedOrders')
        .columns(['orderId', 'tag'])
        .expression((eb) =>
          eb
            .selectFrom('orders')
            .select(['id', eb.val(tag).as('tag')])
            .where('id', 'in', ids),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('orderId')
        .execute()
    : await db
        .deleteFrom('taggedOrders')
        .where('tag', '=', tag)
        .where('orderId', 'in', ids)
        .returning('orderId')
        .execute();
  return changed.map(({ orderId }) => orderId);
}

interface TagOrder {
  id: string;
  tag: string;
  colour: TagColour;
  tagged: boolean;
}

/** Adds a tag to one order, or removes it. @returns false when there is no such order */
export async function tagOrder(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { id, tag, colour, tagged }: TagOrder,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const order = await trx.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
    if (!order) return false;
    if (tagged) await addOrderTagName(trx, tag, colour);
    const changed = await setOrderTag(trx, [id], tag, tagged);
    if (changed.length > 0)
      await recordActivity(
        trx,
        { clock },
        {
          ...by,
          action: tagged ? 'tag-order' : 'untag-order',
          entityType: 'order',
          entityId: id,
          description: tagged
            ? `Pôs a etiqueta “${tag}” em um pedido.`
            : `Tirou a etiqueta “${tag}” de um pedido.`,
          details: { tag },
        },
      );
    return true;
  });
}
