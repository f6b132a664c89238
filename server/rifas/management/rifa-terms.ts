import type { Kysely } from 'kysely';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import { areCombos } from '@mare/domain/rifas/prices/valid-combos.ts';
import { arePriceSteps } from '@mare/domain/rifas/prices/valid-price-steps.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

export interface ReadRifaTerms {
  title: string;
  version: number;
  /** Only a draft's terms may change; the database freezes the terms of the draw when the rifa is scheduled. */
  isDraft: boolean;
  priceCentavos: number;
  terms: RifaTerms;
}

/** Null when the rifa does not exist. */
export async function readRifaTerms(db: Kysely<DB>, id: string): Promise<ReadRifaTerms | null> {
  const rifa = await db
    .selectFrom('rifas')
    .select(['title', 'version', 'status', 'price', 'priceSteps', 'combos', 'purchaseTiers'])
    .select(['drawFallback', 'cotaWinsOnce'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!rifa) return null;
  return {
    title: rifa.title,
    version: rifa.version,
    isDraft: rifa.status === 'draft',
    priceCentavos: centavosFromNumeric(rifa.price),
    terms: {
      priceSteps: rifa.priceSteps as unknown as RifaTerms['priceSteps'],
      combos: rifa.combos as unknown as RifaTerms['combos'],
      plans: rifa.purchaseTiers as unknown as RifaTerms['plans'],
      drawFallback: rifa.drawFallback as RifaTerms['drawFallback'],
      cotaWinsOnce: rifa.cotaWinsOnce,
    },
  };
}

export type SaveRifaTermsResult =
  | { ok: true; version: number }
  | {
      ok: false;
      code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'RIFA_PUBLISHED' | 'INVALID_PRICE_STEPS' | 'INVALID_COMBOS';
    };

/** @param change.version for optimistic locking */
export function saveRifaTerms(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { id, version, terms }: { id: string; version: number; terms: RifaTerms },
): Promise<SaveRifaTermsResult> {
  return platform.db.transaction().execute(async (trx) => {
    const before = await readRifaTerms(trx, id);
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (!before.isDraft) return { ok: false, code: 'RIFA_PUBLISHED' };
    if (!arePriceSteps(before.priceCentavos, terms.priceSteps))
      return { ok: false, code: 'INVALID_PRICE_STEPS' };
    const { priceCentavos } = before;
    if (!areCombos({ priceCentavos, priceSteps: terms.priceSteps }, terms.combos))
      return { ok: false, code: 'INVALID_COMBOS' };
    const { numUpdatedRows } = await trx
      .updateTable('rifas')
      .set({ ...termsColumns(terms), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('status', '=', 'draft')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    await recordActivity(trx, platform, {
      ...by,
      action: 'change-rifa-terms',
      entityType: 'rifa',
      entityId: id,
      description: `Alterou preços e regras da rifa “${before.title}”.`,
      details: { ...changedFields(before.terms, terms) },
    });
    return { ok: true, version: version + 1 };
  });
}

export function termsColumns(terms: RifaTerms) {
  return {
    priceSteps: JSON.stringify(terms.priceSteps),
    combos: JSON.stringify(terms.combos),
    purchaseTiers: terms.plans && JSON.stringify(terms.plans),
    drawFallback: terms.drawFallback,
    cotaWinsOnce: terms.cotaWinsOnce,
  };
}
