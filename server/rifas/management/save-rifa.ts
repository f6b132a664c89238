import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { EditedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import { reviewPublishedChange } from '@mare/domain/rifas/corrections/published-changes.ts';
import { canMoveDrawDate } from '@mare/domain/rifas/lifecycle/draw-date-move.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordCorrection } from '../corrections/record-correction.ts';
import { comingExtractions } from './coming-extractions.ts';
import { findRifaToManage, type RifaToManage } from './managed-rifas.queries.ts';

export type SaveRifaResult =
  | { ok: true; id: string; version: number }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'RIFA_PUBLISHED' | 'DRAW_DATE_FIXED' }
  | { ok: false; code: 'CORRECTION_REASON_REQUIRED' };

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config'>;

/**
 * Creates a draft (without an id) or updates a rifa.
 * @param version for optimistic locking
 * @param reason public, for a correction of a published rifa
 */
export async function saveRifa(
  platform: Deps,
  by: PanelUser,
  {
    id,
    version,
    rifa,
    reason = null,
  }: { id: string | null; version: number; rifa: EditedRifa; reason?: string | null },
): Promise<SaveRifaResult> {
  return platform.db.transaction().execute(async (trx) => {
    if (id === null) return { ok: true, id: await makeDraft(trx, platform, by, rifa), version: 1 };
    const before = await findRifaToManage(trx, id);
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.version !== version) return { ok: false, code: 'VERSION_CONFLICT' };
    const isPublished = before.publishedAt !== null;
    const changes = changedFields(editedPartOf(before), rifa);
    const changed = new Set(Object.keys(changes.after));
    const reviewed = isPublished
      ? reviewPublishedChange(editedPartOf(before), rifa, before.status)
      : { ok: true as const, corrections: [] };
    if (!reviewed.ok)
      return { ok: false, code: reviewed.frozen.every(isDrawDate) ? 'DRAW_DATE_FIXED' : 'RIFA_PUBLISHED' };
    const { corrections } = reviewed;
    // The database freezes the total when the rifa is scheduled, and then requires a price.
    if (before.status !== 'draft' && (changed.has('totalNumbers') || rifa.priceCentavos === 0))
      return { ok: false, code: 'RIFA_PUBLISHED' };
    if (changed.size === 0) return { ok: true, id, version };
    if (
      changed.has('drawDate') &&
      !(await mayMoveDrawDate({ ...platform, db: trx }, before, new Date(rifa.drawDate)))
    )
      return { ok: false, code: 'DRAW_DATE_FIXED' };
    if (corrections.length > 0 && reason === null) return { ok: false, code: 'CORRECTION_REASON_REQUIRED' };

    const { numUpdatedRows } = await trx
      .updateTable('rifas')
      .set({
        ...columnsOf(rifa),
        // A changed day means another extraction, whose number may be unknown.
        ...(changed.has('drawDate') && { drawExtraction: null }),
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    if (isPublished && changed.has('prizes')) await writePrizeDescriptions(trx, id, rifa);
    if (!isPublished && (changed.has('prizes') || changed.has('eligibleState')))
      await writePrizes(trx, id, rifa);
    if (changed.has('legal')) await writeLegalPack(trx, id, rifa);
    if (corrections.length > 0 && reason !== null)
      await recordCorrection(trx, platform, { rifaId: id, version: version + 1, reason, corrections });
    await recordActivity(trx, platform, {
      ...by,
      action: 'change-rifa',
      entityType: 'rifa',
      entityId: id,
      description: `Alterou a rifa “${rifa.title}”.`,
      details: { ...changes, ...(corrections.length > 0 && { reason }) },
    });
    return { ok: true, id, version: version + 1 };
  });
}

function isDrawDate(field: string): boolean {
  return field === 'drawDate';
}

async function mayMoveDrawDate(platform: Deps, rifa: RifaToManage, to: Date): Promise<boolean> {
  const { status, drawDate, salesStart, salesEndMinutes } = rifa;
  const move = {
    status,
    from: new Date(drawDate),
    to,
    salesEndMinutes,
    salesStart: salesStart === null ? null : new Date(salesStart),
    validUntil: rifa.legal.validUntil,
  };
  const coming = status === 'draft' ? null : await comingExtractions(platform);
  return canMoveDrawDate(move, coming && coming.map(({ runsAt }) => runsAt), platform.clock.now());
}

/** Only an admin's draft: nothing public. @returns its id */
export async function makeDraft(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  by: PanelUser,
  rifa: EditedRifa,
): Promise<string> {
  const id = platform.random.uuid();
  await trx
    .insertInto('rifas')
    .values({ id, ...columnsOf(rifa), status: 'draft', createdAt: platform.clock.now() })
    .execute();
  await writePrizes(trx, id, rifa);
  await writeLegalPack(trx, id, rifa);
  await recordActivity(trx, platform, {
    ...by,
    action: 'create-rifa',
    entityType: 'rifa',
    entityId: id,
    description: `Criou a rifa “${rifa.title}”.`,
    details: { after: rifa },
  });
  return id;
}

/** Columns of the form. */
export function editedPartOf({
  id: _id,
  status: _status,
  version: _version,
  publishedAt: _publishedAt,
  regulationSha256: _hash,
  drawExtraction: _drawExtraction,
  salesEndMinutes: _salesEndMinutes,
  legalFiles: _files,
  mayBePostponed: _mayBePostponed,
  ...rifa
}: RifaToManage): EditedRifa {
  return rifa;
}

function columnsOf(rifa: EditedRifa) {
  return {
    title: rifa.title,
    description: rifa.description,
    image: rifa.image,
    gallery: JSON.stringify(rifa.gallery),
    video: rifa.video,
    price: numericFromCentavos(rifa.priceCentavos),
    totalNumbers: rifa.totalNumbers,
    minPerOrder: rifa.minPerOrder,
    maxPerOrder: Math.max(rifa.minPerOrder, rifa.maxPerOrder),
    drawDate: rifa.drawDate,
    salesStart: rifa.salesStart,
    eligibleCities: rifa.eligibleCities,
    eligibleState: rifa.eligibleState,
  };
}

async function writePrizes(
  trx: Transaction<DB>,
  rifaId: string,
  { prizes, eligibleState }: EditedRifa,
): Promise<void> {
  await trx.deleteFrom('rifaPrizes').where('rifaId', '=', rifaId).execute();
  if (prizes.length === 0) return;
  await trx
    .insertInto('rifaPrizes')
    .values(
      prizes.map(({ valueCentavos, serviceType, serviceCity, ...prize }, index) => ({
        ...prize,
        rifaId,
        position: index + 1,
        value: valueCentavos === null ? null : numericFromCentavos(valueCentavos),
        ...(prize.prizeType === 'service' && {
          serviceType,
          serviceCity,
          serviceState: serviceCity && eligibleState,
        }),
      })),
    )
    .execute();
}

/** Fields of published prizes that may change. */
async function writePrizeDescriptions(
  trx: Transaction<DB>,
  rifaId: string,
  { prizes }: EditedRifa,
): Promise<void> {
  for (const [index, { description }] of prizes.entries())
    await trx
      .updateTable('rifaPrizes')
      .set({ description })
      .where('rifaId', '=', rifaId)
      .where('position', '=', index + 1)
      .execute();
}

async function writeLegalPack(trx: Transaction<DB>, rifaId: string, { legal }: EditedRifa): Promise<void> {
  const { regulation } = legal;
  const row = {
    ...legal,
    regulationSha256: regulation === '' ? '' : createHash('sha256').update(regulation).digest('hex'),
  };
  await trx
    .insertInto('rifaLegal')
    .values({ rifaId, ...row })
    .onConflict((conflict) => conflict.column('rifaId').doUpdateSet(row))
    .execute();
}
