import type { SettingChange, ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { recordActivity } from '../../notifications/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { forgetSite } from './read-site.ts';
import { KEEP_RANKINGS } from '../../ranking/keep-rankings.job.ts';
import { readPurchaseTiers } from '../../rifas/read-purchase-tiers.ts';

type Key = SettingChange['key'];

export async function readShopSettings({ db }: Pick<Platform, 'db'>): Promise<ShopSettings> {
  const [rows, tiers] = await Promise.all([
    db.selectFrom('settings').select(['key', 'value', 'version']).execute(),
    readPurchaseTiers(db),
  ]);
  const setOf = (key: Key) => {
    const { version, value } = rows.find((row) => row.key === key)!;
    // As it was checked when it was saved.
    return { version, value: value as never };
  };
  return {
    purchaseTiers: { ...setOf('purchase_tiers'), value: tiers },
    eligibleCities: setOf('eligible_cities'),
    socialProof: setOf('social_proof'),
    pointRules: setOf('point_rules'),
    levels: setOf('levels'),
    rankingPrizes: setOf('ranking_prizes'),
    brand: setOf('brand'),
    announcement: setOf('announcement'),
    features: setOf('features'),
  };
}

export type SaveSettingResult = { ok: true; version: number } | { ok: false; code: 'CHANGED_MEANWHILE' };

/** @param input.version the one that whoever changes it had read */
export async function saveSetting(
  { db, clock, jobs }: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  by: PanelUser,
  { version, change }: { version: number; change: SettingChange },
): Promise<SaveSettingResult> {
  const saved = await db.transaction().execute(async (trx): Promise<SaveSettingResult> => {
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
    if (change.key === 'point_rules') await jobs.enqueue(trx, KEEP_RANKINGS, { recount: true });
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'change-setting',
        entityType: 'setting',
        entityId: change.key,
        description: `Alterou ${NAMES[change.key]}.`,
        details: { before: before?.value, after: storedValue(change) },
      },
    );
    return { ok: true, version: version + 1 };
  });
  forgetSite(db);
  return saved;
}

const NAMES: Record<Key, string> = {
  purchase_tiers: 'os planos de compra',
  eligible_cities: 'as cidades participantes',
  social_proof: 'a prova social',
  point_rules: 'as regras de pontos',
  levels: 'os níveis',
  ranking_prizes: 'os prêmios dos rankings',
  brand: 'nome, textos e cores',
  announcement: 'o aviso do topo',
  features: 'as partes abertas da loja',
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
