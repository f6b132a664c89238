import type { Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type CommissionTerms, shareOfRate } from '@mare/domain/affiliates/commission-terms.ts';
import type { SettingChange, ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import type { StoredLogos } from '@mare/contract/site.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Jobs } from '../platform/jobs/enqueue-jobs.ts';
import type { PanelUser } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';
import { invalidateSite, readContacts } from './read-site.ts';
import { socialProofMode } from './social-proof-mode.ts';
import { readPurchaseTiers } from './read-purchase-tiers.ts';

/** Logos are uploaded: see `setLogo`. */
type StoredChange = SettingChange | { key: 'logo'; value: StoredLogos };
type Key = StoredChange['key'];

export async function readShopSettings({
  db,
  config,
}: Pick<Platform, 'db' | 'config'>): Promise<ShopSettings> {
  const [rows, tiers] = await Promise.all([
    db.selectFrom('settings').select(['key', 'value', 'version']).execute(),
    readPurchaseTiers(db),
  ]);
  const setOf = (key: Key) => {
    const { version, value } = rows.find((row) => row.key === key)!;
    // Validated when it was saved.
    return { version, value: value as never };
  };
  return {
    purchaseTiers: { ...setOf('purchase_tiers'), value: tiers },
    eligibleCities: setOf('eligible_cities'),
    socialProof: {
      ...setOf('social_proof'),
      value: { mode: socialProofMode(config, setOf('social_proof')) },
    },
    pointRules: setOf('point_rules'),
    levels: setOf('levels'),
    rankingPrizes: setOf('ranking_prizes'),
    brand: setOf('brand'),
    logo: setOf('logo'),
    announcement: setOf('announcement'),
    features: setOf('features'),
    contacts: { ...setOf('contacts'), value: readContacts(setOf('contacts').value) },
    prizes: setOf('prizes'),
    chargeback: setOf('chargeback'),
    commissions: setOf('commissions'),
    desk: setOf('desk'),
    stand: setOf('stand'),
  };
}

/** Jobs to enqueue in the transaction that saves a setting. */
export type JobsOnSave = {
  [K in Key]?: (jobs: Jobs, trx: Transaction<DB>, saved: SavedSetting<K>) => Promise<void>;
};

interface SavedSetting<K extends Key> {
  /** As stored. */
  before: Extract<StoredChange, { key: K }>['value'];
  after: Extract<StoredChange, { key: K }>['value'];
  version: number;
  savedAt: Date;
}

export type SaveSettingResult = { ok: true; version: number } | { ok: false; code: 'VERSION_CONFLICT' };

/** @param input.version as read by the caller, for optimistic locking */
export async function saveSetting(
  platform: Pick<Platform, 'db' | 'caches' | 'clock' | 'jobs'>,
  by: PanelUser,
  { version, change }: { version: number; change: StoredChange },
  jobsOnSave: JobsOnSave = {},
): Promise<SaveSettingResult> {
  const { db, clock, jobs } = platform;
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
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    const savedAt = clock.now();
    if (change.key === 'commissions') await addCommissionTerms(trx, change.value, savedAt);
    // The key decides the type of both values.
    const values = { before: before?.value, after: change.value } as { before: never; after: never };
    await jobsOnSave[change.key]?.(jobs, trx, { ...values, version: version + 1, savedAt });
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
  invalidateSite(platform);
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
  logo: 'o logo da loja',
  announcement: 'o aviso do topo',
  features: 'as partes abertas da loja',
  contacts: 'os contatos e selos da loja',
  prizes: 'prazo e impostos dos prêmios',
  chargeback: 'a espera das comissões por contestações',
  commissions: 'as comissões de afiliados e parceiros',
  desk: 'quem recebe os tickets novos',
  stand: 'quantos números uma banca reserva',
};

/** Keeps the former terms for sales and redemptions made before the change. */
async function addCommissionTerms(
  trx: Transaction<DB>,
  { affiliateRate, voucherCentavos }: CommissionTerms,
  validFrom: Date,
): Promise<void> {
  const terms = {
    affiliateRate: shareOfRate(affiliateRate),
    voucherAmount: numericFromCentavos(voucherCentavos),
  };
  await trx
    .insertInto('commissionTerms')
    .values({ validFrom, ...terms })
    .onConflict((conflict) => conflict.column('validFrom').doUpdateSet(terms))
    .execute();
}

/** The JSON format of the settings table. */
function storedValue(change: StoredChange): unknown {
  if (change.key !== 'purchase_tiers') return change.value;
  return Object.fromEntries(
    change.value.map(({ key, name, quantity, bonusPercentage }) => [
      key,
      { name, quantity, bonus_percentage: bonusPercentage },
    ]),
  );
}
