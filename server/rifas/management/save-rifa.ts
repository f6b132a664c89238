import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { EditedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import { canMoveDrawDate } from '@mare/domain/rifas/lifecycle/draw-date-move.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { recordDrawNews } from '../../draws/news/record-draw-news.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { comingExtractions } from './coming-extractions.ts';
import { findRifaToManage, type RifaToManage } from './managed-rifas.queries.ts';

export type SaveRifaResult =
  | { ok: true; id: string; version: number }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'RIFA_PUBLISHED' | 'DRAW_DATE_FIXED' };

/** Immutable after publication; a database trigger enforces it too. */
const STAYS = ['priceCentavos', 'totalNumbers', 'prizes', 'legal', 'salesStart'] as const;

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config'>;

/**
 * Creates a draft (without an id) or updates a rifa.
 * @param version for optimistic locking
 */
export async function saveRifa(
  platform: Deps,
  by: PanelUser,
  { id, version, rifa }: { id: string | null; version: number; rifa: EditedRifa },
): Promise<SaveRifaResult> {
  return platform.db.transaction().execute(async (trx) => {
    if (id === null) return { ok: true, id: await makeDraft(trx, platform, by, rifa), version: 1 };
    const before = await findRifaToManage(trx, id);
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.version !== version) return { ok: false, code: 'VERSION_CONFLICT' };
    const isPublished = before.publishedAt !== null;
    const changes = changedFields(editedPartOf(before), rifa);
    const changed = new Set(Object.keys(changes.after));
    if (isPublished && STAYS.some((field) => changed.has(field)))
      return { ok: false, code: 'RIFA_PUBLISHED' };
    // The database freezes the total when the rifa is scheduled.
    if (before.status !== 'draft' && changed.has('totalNumbers'))
      return { ok: false, code: 'RIFA_PUBLISHED' };
    if (changed.size === 0) return { ok: true, id, version };
    if (changed.has('drawDate') && !(await mayMoveDrawDate(platform, before, new Date(rifa.drawDate))))
      return { ok: false, code: 'DRAW_DATE_FIXED' };

    const { numUpdatedRows } = await trx
      .updateTable('rifas')
      .set({
        ...columnsOf(rifa),
        // Another day is another extraction, whose number may not be known.
        ...(changed.has('drawDate') && { drawExtraction: null }),
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    if (isPublished && changed.has('drawDate'))
      await recordDrawNews(trx, platform, id, { kind: 'moved', drawDate: rifa.drawDate });
    if (changed.has('prizes') || (!isPublished && changed.has('eligibleState')))
      await writePrizes(trx, id, rifa);
    if (changed.has('legal')) await writeLegalPack(trx, id, rifa);
    await recordActivity(trx, platform, {
      ...by,
      action: 'change-rifa',
      entityType: 'rifa',
      entityId: id,
      description: `Alterou a rifa “${rifa.title}”.`,
      details: { ...changes },
    });
    return { ok: true, id, version: version + 1 };
  });
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

/** What the form edits. */
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
