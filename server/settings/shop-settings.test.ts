import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { readShopSettings, saveSetting } from './shop-settings.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

// @covers panel: settings: a concurrent save gets a conflict, and the log has the values before and after
//   [server/settings/shop-settings.ts]
test('saves a setting once under concurrent edits and logs it', async () => {
  const by = { userId: await addBuyer(bed.db), ipAddress: '203.0.113.7' };
  const before = await readShopSettings(bed.platform);
  expect(before.purchaseTiers.value.map(({ name }) => name)).toEqual(['Bronze', 'Prata', 'Ouro']);
  const value = [{ key: 'tier1', name: 'Maré cheia', quantity: 7, bonusPercentage: 30 }];
  const save = () =>
    saveSetting(bed.platform, by, {
      version: before.purchaseTiers.version,
      change: { key: 'purchase_tiers', value },
    });
  const both = await Promise.all([save(), save()]);
  expect(both.filter((one) => one.ok)).toHaveLength(1);
  const after = await readShopSettings(bed.platform);
  expect(after.purchaseTiers).toEqual({ version: before.purchaseTiers.version + 1, value });
  const [entry] = await bed.db
    .selectFrom('activityLogs')
    .selectAll()
    .where('entityType', '=', 'setting')
    .execute();
  expect(entry).toMatchObject({ entityId: 'purchase_tiers', userId: by.userId });
});
