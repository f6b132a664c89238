import type { Transaction } from 'kysely';
import type { NextExtraction } from '@mare/contract/rifas/rifa-gaps.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import type { DB } from '@mare/database/schema.ts';
import type { MissingBeforePublishing } from '@mare/domain/rifas/lifecycle/publishing.ts';
import { presaleEnds, salesOpenAt } from '@mare/domain/rifas/lifecycle/sales-start.ts';
import { CANCEL_REASONS, type CancelReason } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { canChangeRifa } from '@mare/domain/rifas/lifecycle/rifa-moves.ts';
import { isUnpublished } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { toEntryText } from '@mare/domain/transparency/log/entry-fields.ts';
import { readLottery } from '../../draws/archive/read-archive.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { hideInstantPrizes } from '../../draws/instant/hiding/hide-instant-prizes.ts';
import { revealSeed } from '../../draws/instant/hiding/reveal-seed.ts';
import { recordDrawNews } from '../../draws/news/record-draw-news.ts';
import { claimDaysOf } from '@mare/domain/rifas/legal/legal-routes.ts';
import { readPrizeSettings } from '../../settings/read-prize-settings.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { deleteNumbers } from '../../orders/numbers/delete-numbers.ts';
import { makeNumberPages } from '../../orders/numbers/make-number-pages.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { refundRifaJob } from '../../payments/refunds/cancelled/refund-rifa.job.ts';
import { nameExtractions } from '../closing/name-extractions.job.ts';
import { readEndOfSales } from '../closing/read-end-of-sales.ts';
import { comingExtractions, EXTRACTIONS_AHEAD, firstPossible } from './coming-extractions.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { findCancellingRule } from '../cancelling/find-cancelling-rule.ts';
import { findMissingParts } from '../publishing/find-missing-parts.ts';
import { findRifaToManage, type RifaToManage } from './managed-rifas.queries.ts';
import { recordPublication } from '../publishing/record-publication.ts';

type Status = ManagedRifa['status'];

export type ChangeRifaStateResult =
  | { ok: true; status: Status; version: number }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' }
  /** Cancelling after the end of sales. */
  | { ok: false; code: 'SECOND_PERSON_REQUIRED' | 'CANCEL_TOO_LATE' }
  | { ok: false; code: 'RIFA_STATE'; status: Status }
  /** Closing a rifa that has sold less than it declares, which would take the declared refund or postponement away. */
  | { ok: false; code: 'SALES_BELOW_MINIMUM'; minPercent: number }
  | {
      ok: false;
      code: 'RIFA_INCOMPLETE';
      missing: MissingBeforePublishing[];
      /** The first extraction that leaves time to sell and to seal; null when the archive knows none. */
      nextExtraction: NextExtraction | null;
    };

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs' | 'config'>;

export interface RifaStateChange {
  id: string;
  /** Version for optimistic locking; null for system jobs. */
  version: number | null;
  to: Exclude<Status, 'completed'>;
  /** Public explanation of an early end of sales or a cancellation. */
  note?: string;
  /** Public reason of a cancellation. */
  cancelReason?: CancelReason;
}

/**
 * Schedules, publishes, closes or cancels a rifa. Publishing allocates its numbers and freezes its terms; cancelling
 * refunds every paid order in the background. Once sales are over, cancelling takes two people.
 */
export function changeRifaState(
  platform: Deps,
  by: PanelUser | null,
  change: RifaStateChange,
): Promise<ChangeRifaStateResult> {
  return platform.db.transaction().execute(async (trx) => {
    // Only the declared minimum cancels a rifa without an admin.
    const rule =
      change.to === 'cancelled' && by ? await findCancellingRule(trx, platform, change.id) : 'FREE';
    if (rule === 'TOO_LATE') return { ok: false, code: 'CANCEL_TOO_LATE' };
    if (rule === 'TWO_PERSONS') return { ok: false, code: 'SECOND_PERSON_REQUIRED' };
    return changeStateInTransaction(trx, platform, by, change);
  });
}

/** Changes the state without checking the rule for cancelling. */
export async function changeStateInTransaction(
  trx: Transaction<DB>,
  platform: Deps,
  by: PanelUser | null,
  { id, version, to, note = '', cancelReason }: RifaStateChange,
): Promise<ChangeRifaStateResult> {
  const now = platform.clock.now();
  const rifa = await findRifaToManage(trx, id);
  if (!rifa) return { ok: false, code: 'NOT_FOUND' };
  if (version !== null && rifa.version !== version) return { ok: false, code: 'VERSION_CONFLICT' };
  if (!canChangeRifa(rifa.status, to)) return { ok: false, code: 'RIFA_STATE', status: rifa.status };
  if (isUnpublished(rifa.status) && (to === 'active' || to === 'scheduled')) {
    // A scheduled rifa opens regardless of later lottery announcements.
    const coming = by ? await comingExtractions({ ...platform, db: trx }) : null;
    const extractions = coming && coming.map(({ runsAt }) => runsAt);
    const when = to === 'active' ? 'now' : 'scheduled';
    const missing = await findMissingParts(trx, rifa, platform, { when, extractions });
    if (missing.length > 0)
      return {
        ok: false,
        code: 'RIFA_INCOMPLETE',
        missing,
        nextExtraction: firstPossible(rifa, coming, now),
      };
  }
  if (to === 'closed') {
    const sales = await readEndOfSales(trx, id);
    if (sales && sales.end !== 'draw')
      return { ok: false, code: 'SALES_BELOW_MINIMUM', minPercent: sales.minPercent };
  }
  // Optimistic lock on the row that was validated above.
  if (!(await lockVersion(trx, rifa))) return { ok: false, code: 'VERSION_CONFLICT' };
  // Before the publication, which freezes the legal pack.
  if (to === 'active') await promiseClaimDays(trx, rifa);
  const { numUpdatedRows } = await trx
    .updateTable('rifas')
    .set({
      status: to,
      version: rifa.version + 1,
      ...(to === 'active' && { publishedAt: now, ...(await openingOf(trx, id, { now, isAnnounced: !by })) }),
      // The declared end of sales needs no reason.
      ...(to === 'closed' && {
        closedAt: now,
        closeReason: (new Date(rifa.salesEndAt) > now && note.trim()) || null,
      }),
      ...(to === 'cancelled' && {
        cancelledAt: now,
        ...(cancelReason && { cancelReason, cancelNote: note || null }),
      }),
    })
    .where('id', '=', id)
    .where('status', '=', rifa.status)
    .where('version', '=', rifa.version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
  if (to === 'active') {
    await giveNumbers(trx, platform, rifa);
    await hideInstantPrizes(trx, platform, id);
    if (rifa.drawExtraction === null)
      await nameExtractions(trx, await readLottery({ ...platform, db: trx }, EXTRACTIONS_AHEAD));
    await recordPublication(trx, platform, id);
  }
  if (to === 'closed') await platform.jobs.enqueue(trx, freezeListJob, { rifaId: id });
  if (to === 'cancelled') {
    await platform.jobs.enqueue(trx, refundRifaJob, { rifaId: id });
    const reason = cancelReason ? `${CANCEL_REASONS[cancelReason]}. ${note}` : note;
    await recordDrawNews(trx, platform, id, { kind: 'cancelled', reason });
    if (!isUnpublished(rifa.status)) {
      await recordEntry(trx, {
        kind: 'cancelled',
        at: now.toISOString(),
        rifaId: id,
        reason: toEntryText(reason),
      });
      await revealSeed(trx, id, now);
    }
  }
  await recordActivity(trx, platform, {
    userId: by?.userId ?? null,
    ipAddress: by?.ipAddress ?? null,
    action: ACTIONS[to],
    entityType: 'rifa',
    entityId: id,
    description: `${ACTION_LABELS[to]} a rifa “${rifa.title}”.`,
    details: { before: { status: rifa.status }, after: { status: to }, ...(note && { note }) },
  });
  return { ok: true, status: to, version: rifa.version + 1 };
}

/** @returns false when the rifa changed since it was read */
async function lockVersion(trx: Transaction<DB>, { id, version }: RifaToManage): Promise<boolean> {
  const row = await trx
    .selectFrom('rifas')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A later change of the shop's setting does not change the terms promised to buyers. */
async function promiseClaimDays(trx: Transaction<DB>, { id, legal }: RifaToManage): Promise<void> {
  const { claimDays } = await readPrizeSettings(trx);
  await trx
    .updateTable('rifaLegal')
    .set({ claimDays: claimDaysOf(legal.route, claimDays) })
    .where('rifaId', '=', id)
    .execute();
}

/**
 * `publicFrom`: end of the VIP presale, null without one. `opensAt`: first moment of sales, null for immediately.
 * @param isAnnounced published by the schedule shortly before its sales, not by an admin
 */
async function openingOf(
  trx: Transaction<DB>,
  id: string,
  { now, isAnnounced }: { now: Date; isAnnounced: boolean },
): Promise<{ publicFrom: Date | null; opensAt: Date | null }> {
  const { vipHours, salesStart } = await trx
    .selectFrom('rifas')
    .select(['vipHours', 'salesStart'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const opensAt = isAnnounced && salesStart ? salesOpenAt(salesStart, vipHours) : null;
  if (vipHours === 0) return { publicFrom: null, opensAt };
  const isLater = salesStart !== null && salesStart > now;
  return { publicFrom: isLater ? salesStart : presaleEnds(now, vipHours), opensAt };
}

/** Reallocates the numbers of a rifa that was never on sale, because its total may have changed. */
async function giveNumbers(
  trx: Transaction<DB>,
  { random }: Pick<Platform, 'random'>,
  { id, totalNumbers }: RifaToManage,
): Promise<void> {
  await deleteNumbers(trx, id);
  await makeNumberPages(trx, random, id, totalNumbers);
}

const ACTIONS: Record<RifaStateChange['to'], string> = {
  draft: 'unschedule-rifa',
  scheduled: 'schedule-rifa',
  active: 'publish-rifa',
  closed: 'close-rifa',
  cancelled: 'cancel-rifa',
};

const ACTION_LABELS: Record<RifaStateChange['to'], string> = {
  draft: 'Tirou da agenda',
  scheduled: 'Agendou',
  active: 'Publicou',
  closed: 'Encerrou',
  cancelled: 'Cancelou',
};
