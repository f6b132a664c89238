import { type Kysely, sql, type Transaction } from 'kysely';
import type { CashState } from '@mare/contract/admin/cash.ts';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { closableCashDays } from '@mare/domain/payments/closable-cash-days.ts';
import { dateInMaceio, midnightInMaceio } from '@mare/domain/time/maceio-time.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';

const LISTED = 14;
const DAY_MS = 86_400_000;

interface Counted {
  /** 'YYYY-MM-DD', today or yesterday. */
  day: string;
  countedCentavos: number;
  /** Expected amount shown to the person who counts. */
  expectedCentavos: number;
  /** Required if the two amounts differ. */
  reason: string | null;
  userId: string;
}

/** Expected cash in the drawer, and the latest closings. */
export async function readCash(db: Kysely<DB>, { clock }: Pick<Platform, 'clock'>): Promise<CashState> {
  const rows = await db
    .selectFrom('cashClosings as closing')
    .leftJoin('profiles', 'profiles.id', 'closing.closedBy')
    .select(['opening', 'moved', 'counted', 'reason', 'closedAt', 'profiles.name'])
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
    .orderBy('closing.day', 'desc')
    .limit(LISTED)
    .execute();
  const { opening, moved } = await readDrawer(db);
  return {
    openingCentavos: opening,
    movedCentavos: moved,
    expectedCentavos: opening + moved,
    closableDays: await findClosableDays(db, clock.now()),
    closings: rows.map(({ day, reason, closedAt, name, ...sums }) => ({
      day,
      openingCentavos: centavosFromNumeric(sums.opening),
      movedCentavos: centavosFromNumeric(sums.moved),
      countedCentavos: centavosFromNumeric(sums.counted),
      reason,
      closedBy: name,
      closedAt: closedAt.toISOString(),
    })),
  };
}

/**
 * Closes a day with the counted amount. Cash received later that day belongs to the next closing.
 * @returns false if the day is closed or over, money moved since the drawer was counted, or a difference has no reason
 */
export function closeCashDay(
  platform: Pick<Platform, 'db' | 'clock'>,
  { day, countedCentavos, expectedCentavos, reason, userId }: Counted,
): Promise<boolean> {
  const { clock } = platform;
  return inTransaction(platform.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('cash-closing'))`.execute(trx);
    const { opening, moved, balance } = await readDrawer(trx);
    const difference = countedCentavos - opening - moved;
    if (expectedCentavos !== opening + moved || (difference !== 0 && !reason)) return false;
    const now = clock.now();
    if (!(await findClosableDays(trx, now)).includes(day)) return false;
    await trx
      .insertInto('cashClosings')
      .values({
        day,
        opening: numericFromCentavos(opening),
        moved: numericFromCentavos(moved),
        counted: numericFromCentavos(countedCentavos),
        ledgerBalance: numericFromCentavos(balance),
        reason: difference === 0 ? null : reason,
        closedBy: userId,
        closedAt: now,
      })
      .execute();
    await recordActivity(
      trx,
      { clock },
      {
        userId,
        action: 'close-cash-day',
        entityType: 'cash',
        description: `Fechou o caixa de ${day.split('-').toReversed().join('/')} com ${formatBrl(countedCentavos)}${difference === 0 ? '' : `, ${formatBrl(difference)} de diferença: ${reason}`}.`,
      },
    );
    return true;
  });
}

/** Domain rule: `closableCashDays`. */
async function findClosableDays(db: Kysely<DB>, now: Date): Promise<string[]> {
  const midnight = midnightInMaceio(now);
  const { rows } = await sql<{ latest: string | null; movedToday: boolean; movedYesterday: boolean }>`
    select (select to_char(max(day), 'YYYY-MM-DD') from cash_closings) as latest,
      coalesce(bool_or(created_at >= ${midnight}), false) as moved_today,
      coalesce(bool_or(created_at < ${midnight}), false) as moved_yesterday
    from ledger_entries where account = 'cash' and created_at >= ${new Date(midnight.getTime() - DAY_MS)}`.execute(
    db,
  );
  const { latest, movedToday, movedYesterday } = rows[0]!;
  return closableCashDays(now, {
    latestDay: latest,
    movedDays: [
      ...(movedYesterday ? [dateInMaceio(new Date(now.getTime() - DAY_MS))] : []),
      ...(movedToday ? [dateInMaceio(now)] : []),
    ],
  });
}

/** Centavos. Sums the ledger since the latest closing, including entries that were committed late. */
async function readDrawer(
  db: Kysely<DB> | Transaction<DB>,
): Promise<{ opening: number; moved: number; balance: number }> {
  const { rows } = await sql<{ balance: string; counted: string | null; before: string | null }>`
    select (select coalesce(sum(amount), 0) from ledger_entries where account = 'cash') as balance,
      latest.counted, latest.ledger_balance as before
    from (select) as always
    left join (select counted, ledger_balance from cash_closings order by day desc limit 1) as latest on true`.execute(
    db,
  );
  const row = rows[0]!;
  const balance = centavosFromNumeric(row.balance);
  return {
    opening: centavosFromNumeric(row.counted ?? '0'),
    moved: balance - centavosFromNumeric(row.before ?? '0'),
    balance,
  };
}
