import type { SettingChange, ShopSettings } from '@mare/contract/settings-admin.ts';
import { recordActivity } from '../../notifications/record-activity.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';
import type { Config } from '../../platform/config.ts';
import type { Platform } from '../../platform/platform.ts';
import { readPurchaseTiers } from '../../rifas/read-purchase-tiers.ts';

type Key = SettingChange['key'];

export async function readShopSettings(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  provider: Pick<PaymentProvider, 'isAvailable'>,
): Promise<ShopSettings> {
  const [rows, tiers] = await Promise.all([
    db.selectFrom('settings').select(['key', 'value', 'version']).execute(),
    readPurchaseTiers(db),
  ]);
  const rowOf = (key: Key) => rows.find((row) => row.key === key)!;
  return {
    purchaseTiers: { version: rowOf('purchase_tiers').version, value: tiers },
    eligibleCities: {
      version: rowOf('eligible_cities').version,
      value: rowOf('eligible_cities').value as string[],
    },
    socialProof: {
      version: rowOf('social_proof').version,
      value: rowOf('social_proof').value as ShopSettings['socialProof']['value'],
    },
    installation: {
      demo: config.demo,
      publicUrl: config.publicUrl,
      payments: config.mercadoPago ? 'mercadopago' : 'sandbox',
      paymentsAvailable: provider.isAvailable(),
      mail: mailOf(config),
    },
  };
}

export type SaveSettingResult = { ok: true; version: number } | { ok: false; code: 'CHANGED_MEANWHILE' };

/** @param input.version the one that whoever changes it had read */
export async function saveSetting(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  by: { userId: string; ipAddress: string | null },
  { version, change }: { version: number; change: SettingChange },
): Promise<SaveSettingResult> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('settings')
      .select('value')
      .where('key', '=', change.key)
      .executeTakeFirst();
    const { numUpdatedRows } = await trx
      .updateTable('settings')
      .set({
        value: JSON.stringify(storedValue(change)),
        version: version + 1,
        updatedBy: by.userId,
        updatedAt: clock.now(),
      })
      .where('key', '=', change.key)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'CHANGED_MEANWHILE' };
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'change-setting',
        entityType: 'setting',
        entityId: change.key,
        description: `Alterou ${NAMES[change.key]}`,
        details: { before: before?.value, after: storedValue(change) },
      },
    );
    return { ok: true, version: version + 1 };
  });
}

const NAMES: Record<Key, string> = {
  purchase_tiers: 'os planos de compra',
  eligible_cities: 'as cidades participantes',
  social_proof: 'a prova social',
};

/** In the words that the table has always had. */
function storedValue(change: SettingChange): unknown {
  if (change.key !== 'purchase_tiers') return change.value;
  return Object.fromEntries(
    change.value.map(({ key, name, quantity, bonusPercentage }) => [
      key,
      { name, quantity, bonus_percentage: bonusPercentage },
    ]),
  );
}

function mailOf({ smtpUrl, mailboxDir }: Config): ShopSettings['installation']['mail'] {
  if (smtpUrl) return 'smtp';
  return mailboxDir ? 'mailbox' : 'none';
}
