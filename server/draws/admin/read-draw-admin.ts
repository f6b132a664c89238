/** Data of the draws page of the panel. */
import { sql } from 'kysely';
import type { DrawAdmin } from '@mare/contract/draws/draw-admin.ts';
import type { Platform } from '../../platform/platform.ts';
import { personOfAccount } from '../../platform/database/person-of-account.ts';
import { findApprovers, findPerson } from '../../approvals/find-admins.ts';
import { findOpenApprovals } from '../../approvals/read-approvals.ts';
import { shownStatusOf } from '../../orders/participation/rifa-on-sale.ts';
import { lotterySources } from '../archive/lottery-sources.ts';
import { OFFICIAL_SOURCE } from '../archive/source.ts';
import { readFailingCheck } from '../checking/read-draw-check.ts';
import { readDecidingResults } from '../deciding-results.ts';

const DAY_MS = 86_400_000;
const RESULTS_SHOWN = 30;

/** Closed rifas, rifas on sale that end within a week or fail their verification, and the latest results. */
export async function readDrawAdmin({ db, clock, config }: Platform, callerId: string): Promise<DrawAdmin> {
  const [rifas, results, approvers] = await Promise.all([
    findRifas(db, new Date(clock.now().getTime() + 7 * DAY_MS), clock.now()),
    findPerson(db, callerId).then(({ personId }) => findResults(db, personId)),
    findApprovers({ db, clock }, callerId),
  ]);
  const canFetch = lotterySources({ config, clock }).some(({ name }) => name === OFFICIAL_SOURCE);
  return { rifas, results, canFetch, approvers };
}

interface RoomRow {
  id: string;
  title: string;
  status: 'active' | 'paused' | 'closed';
  drawDate: Date;
  totalNumbers: number;
  soldNumbers: number;
  closedAt: Date | null;
  isOpen: boolean;
  orders: number;
  overdueOrders: number;
  lastHoldEndsAt: Date | null;
  groups: number;
  stands: number;
  frozenAt: Date | null;
  extraction: number | null;
  extractionDate: string | null;
  hash: string | null;
  version: number | null;
  sealedAt: Date | null;
}

async function findRifas(db: Platform['db'], until: Date, now: Date): Promise<DrawAdmin['rifas']> {
  const { rows } = await sql<RoomRow>`
    select r.id, r.title, r.draw_date,
      ${shownStatusOf('r')} as status,
      r.total_numbers,
      coalesce(l.sold_numbers, r.sold_numbers) as sold_numbers, l.frozen_at,
      r.closed_at, r.status = 'closed' and l.rifa_id is null as is_open,
      pending.orders, pending.overdue_orders, pending.last_hold_ends_at,
      (select count(*)::integer from group_purchases where rifa_id = r.id and ended_at is null) as groups,
      (select count(*)::integer from stand_allotments where rifa_id = r.id and ended_at is null) as stands,
      s.extraction, s.extraction_date, s.sealed_at, s.hash, s.version
    from rifas r
    left join draw_lists l on l.rifa_id = r.id
    left join lateral (select * from draw_seals where rifa_id = r.id order by version desc limit 1) s on true
    left join lateral (
      select count(*)::integer as orders, count(*) filter (where hold_expires_at <= ${now})::integer as overdue_orders,
        max(hold_expires_at) as last_hold_ends_at
      from (select distinct order_id from order_items where rifa_id = r.id) item
      join orders on orders.id = item.order_id and orders.status = 'pending'
      where r.status = 'closed' and l.rifa_id is null) pending on true
    where r.status = 'closed' or (r.status = 'active' and (r.sales_end_at <= ${until}
      or exists (select from draw_checks where rifa_id = r.id and failing_since is not null)))
    order by r.status desc, r.draw_date, r.id`.execute(db);
  return Promise.all(rows.map((row) => describeRifa(db, row, now)));
}

async function describeRifa(
  db: Platform['db'],
  row: RoomRow,
  now: Date,
): Promise<DrawAdmin['rifas'][number]> {
  const { id, title, status, drawDate, totalNumbers, soldNumbers, frozenAt } = row;
  const { extraction, extractionDate, sealedAt, hash, version } = row;
  const isSealed =
    extraction !== null && extractionDate !== null && sealedAt !== null && hash !== null && version !== null;
  return {
    id,
    title,
    status,
    totalNumbers,
    soldNumbers,
    drawDate: drawDate.toISOString(),
    waits: describeWaits(row),
    frozenAt: frozenAt?.toISOString() ?? null,
    failing: await readFailingCheck(db, id),
    seal: isSealed ? { extraction, extractionDate, hash, version } : null,
    awaits: isSealed
      ? (await readDecidingResults(db, { extraction, extractionDate, sealedAt }, now)).awaits
      : null,
  };
}

function describeWaits({ isOpen, closedAt, ...row }: RoomRow): DrawAdmin['rifas'][number]['waits'] {
  if (!isOpen) return null;
  const { orders, overdueOrders, lastHoldEndsAt, groups, stands } = row;
  return {
    since: closedAt?.toISOString() ?? null,
    orders,
    overdueOrders,
    groups,
    stands,
    lastHoldEndsAt: lastHoldEndsAt?.toISOString() ?? null,
  };
}

async function findResults(db: Platform['db'], personId: string): Promise<DrawAdmin['results']> {
  const rows = await db
    .selectFrom('lotteryResults as result')
    .leftJoin('profiles as enterer', 'enterer.id', 'result.enteredBy')
    .leftJoin('profiles as decider', 'decider.id', 'result.decidedBy')
    .select(['result.id', 'result.extraction', 'result.version', 'result.drawnOn', 'result.prizes'])
    .select(['result.source', 'result.note', 'result.state', 'result.enteredBy', 'result.enteredAt'])
    .select(personOfAccount('enterer').as('entererPersonId'))
    .select(['result.officialAgreedAt', 'enterer.name as entererName', 'decider.name as deciderName'])
    .orderBy(sql`result.state = 'pending'`, 'desc')
    .orderBy('result.enteredAt', 'desc')
    .limit(RESULTS_SHOWN)
    .execute();
  const open = await findOpenApprovals(
    db,
    rows.filter(({ state }) => state === 'pending').map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    extraction: row.extraction,
    version: row.version,
    date: row.drawnOn,
    prizes: row.prizes,
    source: row.source as 'official' | 'typed',
    note: row.note,
    state: row.state as DrawAdmin['results'][number]['state'],
    enteredBy: row.enteredBy === null ? null : (row.entererName ?? ''),
    enteredByCaller: row.entererPersonId === personId,
    enteredAt: row.enteredAt.toISOString(),
    decidedBy: row.deciderName,
    officialAgreedAt: row.officialAgreedAt?.toISOString() ?? null,
    approval: describeApproval(open.get(row.id), personId),
  }));
}

function describeApproval(
  open: { state: string; askerPersonId: string; effectiveAt: Date } | undefined,
  personId: string,
): DrawAdmin['results'][number]['approval'] {
  if (!open) return null;
  return {
    state: open.state === 'approved' ? 'approved' : 'waiting',
    isOwn: open.askerPersonId === personId,
    effectiveAt: open.effectiveAt.toISOString(),
  };
}
