import type { Kysely } from 'kysely';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { DB } from '@mare/database/schema.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import { windowProblem, type WindowProblem } from '@mare/domain/rifas/lifecycle/highest-lowest-window.ts';
import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { mayChooseNumbers } from '@mare/domain/draws/instant-prizes.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { readInstantPrizesToEdit, writeInstantPrizes } from '../../draws/instant/edit-instant-prizes.ts';

/** Immutable after publication; a database trigger enforces it too. */
const IMMUTABLE_OPTIONS = [
  'vipOnly',
  'vipHours',
  'maxPerPerson',
  'instantPrizes',
  'drawsEarly',
  'unsoldPolicy',
  'unsoldMinPercent',
  'salesEndMinutes',
] as const;

/** Null when the rifa does not exist. */
export async function readRifaOptions(
  db: Kysely<DB>,
  id: string,
): Promise<{
  title: string;
  version: number;
  isPublished: boolean;
  shortCode: string;
  options: RifaOptions;
} | null> {
  const rifa = await db
    .selectFrom('rifas')
    .select(['title', 'version', 'publishedAt', 'chooseNumbers', 'maxPerPerson', 'allowGifts', 'shortCode'])
    .select(['drawsEarly', 'unsoldPolicy', 'unsoldMinPercent', 'announceMilestones', 'salesEndMinutes'])
    .select(['showBuyers', 'extremesPrize', 'extremesFrom', 'extremesTo'])
    .select(['vipOnly', 'vipHours'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!rifa) return null;
  const {
    title,
    version,
    publishedAt,
    shortCode,
    chooseNumbers,
    maxPerPerson,
    allowGifts,
    vipOnly,
    vipHours,
  } = rifa;
  return {
    title,
    version,
    isPublished: publishedAt !== null,
    shortCode,
    options: {
      vipOnly,
      vipHours,
      choosesNumbers: chooseNumbers,
      maxPerPerson,
      allowsGifts: allowGifts,
      drawsEarly: rifa.drawsEarly,
      unsoldPolicy: rifa.unsoldPolicy as RifaOptions['unsoldPolicy'],
      unsoldMinPercent: rifa.unsoldMinPercent,
      salesEndMinutes: rifa.salesEndMinutes,
      announcesMilestones: rifa.announceMilestones,
      showsBuyers: rifa.showBuyers,
      extremes: extremesOf(rifa),
      instantPrizes: await readInstantPrizesToEdit(db, id),
    },
  };
}

function extremesOf(rifa: {
  extremesPrize: string | null;
  extremesFrom: Date | null;
  extremesTo: Date | null;
}): RifaOptions['extremes'] {
  const { extremesPrize: prize, extremesFrom: from, extremesTo: to } = rifa;
  return prize && from && to ? { prize, from: from.toISOString(), to: to.toISOString() } : null;
}

export type SaveRifaOptionsResult =
  | { ok: true; version: number }
  | {
      ok: false;
      code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'RIFA_PUBLISHED' | 'INSTANT_PRIZES_AT_RANDOM' | WindowProblem;
    };

/** @param change.version for optimistic locking */
export function saveRifaOptions(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  { id, version, options }: { id: string; version: number; options: RifaOptions },
): Promise<SaveRifaOptionsResult> {
  return platform.db.transaction().execute(async (trx) => {
    const before = await readRifaOptions(trx, id);
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.version !== version) return { ok: false, code: 'VERSION_CONFLICT' };
    const changes = changedFields(before.options, options);
    const changed = Object.keys(changes.after);
    if (changed.length === 0) return { ok: true, version };
    const breaksPromise = before.options.extremes !== null && changed.includes('extremes');
    if (before.isPublished && (breaksPromise || IMMUTABLE_OPTIONS.some((field) => changed.includes(field))))
      return { ok: false, code: 'RIFA_PUBLISHED' };
    if (before.isPublished && options.extremes && changed.includes('extremes')) {
      const problem = await findWindowProblem(trx, id, new Date(options.extremes.from), platform.clock.now());
      if (problem) return { ok: false, code: problem };
    }
    if (options.choosesNumbers && !mayChooseNumbers({ instantPrizes: options.instantPrizes.length }))
      return { ok: false, code: 'INSTANT_PRIZES_AT_RANDOM' };
    const { numUpdatedRows } = await trx
      .updateTable('rifas')
      .set({ ...optionsColumns(options), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    if (changed.includes('instantPrizes')) await writeInstantPrizes(trx, id, options.instantPrizes);
    await recordActivity(trx, platform, {
      ...by,
      action: 'change-rifa-options',
      entityType: 'rifa',
      entityId: id,
      description: `Alterou as opções da rifa “${before.title}”.`,
      details: { ...changes },
    });
    return { ok: true, version: version + 1 };
  });
}

/** A trigger rejects a window that has begun too. */
async function findWindowProblem(
  db: Kysely<DB>,
  id: string,
  from: Date,
  now: Date,
): Promise<WindowProblem | null> {
  const rifa = await db
    .selectFrom('rifas')
    .select(['status', 'salesEndAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return windowProblem(from, { ...rifa, status: rifa.status as RifaStatus }, now);
}

/** All options except the cotas premiadas, which have a table. */
export function optionsColumns(options: RifaOptions) {
  return {
    vipOnly: options.vipOnly,
    vipHours: options.vipHours,
    chooseNumbers: options.choosesNumbers,
    maxPerPerson: options.maxPerPerson,
    allowGifts: options.allowsGifts,
    drawsEarly: options.drawsEarly,
    unsoldPolicy: options.unsoldPolicy,
    unsoldMinPercent: options.unsoldMinPercent,
    salesEndMinutes: options.salesEndMinutes,
    announceMilestones: options.announcesMilestones,
    showBuyers: options.showsBuyers,
    extremesPrize: options.extremes?.prize ?? null,
    extremesFrom: options.extremes?.from ?? null,
    extremesTo: options.extremes?.to ?? null,
  };
}
