import { type Kysely, sql, type Transaction } from 'kysely';
import type { CashState } from '@mare/contract/admin/cash.ts';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';

const LISTED = 14;

interface Counted {
  countedCentavos: number;
  /** Expected amount shown to the person who counts. */
  expectedCentavos: number;
  /** Required if the two amounts differ. */
  reason: string | null;
  userId: string;
}

/** Expected cash in the drawer, and the latest closings. */
export async function readCash(db: Kysely<DB>, { clock }: Pick<Platform, 'clock'>): Promise<CashState> {
  const today = dateInMaceio(clock.now());
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
    isTodayClosed: rows[0]?.day === today,
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
 * Closes the day with the counted amount. Cash received later that day belongs to the next closing.
 * @returns false if the day is closed, money moved since the drawer was counted, or a difference has no reason
 */
export function closeCashDay(
  platform: Pick<Platform, 'db' | 'clock'>,
  { countedCentavos, expectedCentavos, reason, userId }: Counted,
): Promise<boolean> {
  const { clock } = platform;
  return inTransaction(platform.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('cash-closing'))`.execute(trx);
    const { opening, moved, balance } = await readDrawer(trx);
    const difference = countedCentavos - opening - moved;
    if (expectedCentavos !== opening + moved || (difference !== 0 && !reason)) return false;
    const now = clock.now();
    const closed = await trx
      .insertInto('cashClosings')
      .values({
        day: dateInMaceio(now),
        opening: numericFromCentavos(opening),
        moved: numericFromCentavos(moved),
        counted: numericFromCentavos(countedCentavos),
        ledgerBalance: numericFromCentavos(balance),
        reason: difference === 0 ? null : reason,
        closedBy: userId,
        closedAt: now,
      })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .executeTakeFirst();
    if (closed.numInsertedOrUpdatedRows === 0n) return false;
    await recordActivity(
      trx,
      { clock },
      {
        userId,
        action: 'close-cash-day',
        entityType: 'cash',
        description: `Fechou o caixa do dia com ${formatBrl(countedCentavos)}${difference === 0 ? '' : `, ${formatBrl(difference)} de diferença: ${reason}`}.`,
      },
    );
    return true;
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
