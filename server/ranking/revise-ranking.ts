/** Reassigns prizes of a closed ranking, when money of its period went back before they were handed over. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { holdPlaces, type ListedPerson } from '@mare/domain/ranking/hold-places.ts';
import { type Period, PERIODS, REVISED_DAYS } from '@mare/domain/ranking/periods.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';
import { notifyRankingWinner } from './notify-ranking-winner.ts';
import { sumEventsByPerson } from './ranking.queries.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;
type PeriodKey = Pick<Period, 'kind' | 'startsAt'>;

/** Revises all rankings with a prize that waits for its delivery. */
export async function reviseRankings(platform: Deps): Promise<void> {
  const { db, clock } = platform;
  const waiting = await db
    .selectFrom('rankingWinners')
    .select(['kind', 'startsAt'])
    .distinct()
    .where('deliveredAt', 'is', null)
    .where('reassignedAt', 'is', null)
    .where('startsAt', '>', revisedFrom(clock.now()))
    .execute();
  for (const { kind, startsAt } of waiting)
    await db
      .transaction()
      .execute((trx) => reviseRanking(trx, platform, { kind: kind as Period['kind'], startsAt }));
}

interface Holder {
  place: number;
  holderNumber: number;
  userId: string | null;
  personId: string | null;
  prize: string;
  isDelivered: boolean;
  /** Reassigned to none. */
  isVacant: boolean;
}

interface Change {
  before: Holder;
  after: (ListedPerson & { userId: string }) | null;
}

/**
 * Computes the places from the list of the closing, less what went back since.
 *
 * @returns places that went to another person, or to none
 */
export async function reviseRanking(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  key: PeriodKey,
): Promise<number[]> {
  if (key.startsAt <= revisedFrom(platform.clock.now())) return [];
  const period = await trx
    .selectFrom('rankingPeriods')
    .select(['endsAt', 'prizes', 'pointsPerReal', 'referralPoints'])
    .where('kind', '=', key.kind)
    .where('startsAt', '=', key.startsAt)
    .forUpdate()
    .executeTakeFirst();
  // Closed before lists were stored.
  if (!period || period.pointsPerReal === null || period.referralPoints === null) return [];
  const rule = { pointsPerReal: period.pointsPerReal, referralPoints: period.referralPoints };
  const listed = await readListed(trx, { ...key, endsAt: period.endsAt }, rule);
  const holders = await readHolders(trx, key);
  // The place of a deleted account stays as a delivered one does: nothing went back.
  const final = holders.filter((each) => each.isDelivered || (each.userId === null && !each.isVacant));
  const pinned = new Map(final.map(({ place, personId }) => [place, personId ?? '']));
  const changed: Change[] = [];
  for (const [place, next] of holdPlaces(listed, period.prizes.length, pinned)) {
    const before = holders.find((each) => each.place === place);
    const holderId = before?.isVacant ? null : before?.personId;
    if (before && holderId !== (next?.personId ?? null))
      changed.push({ before, after: listed.find(({ rank }) => rank === next?.rank) ?? null });
  }
  if (changed.length === 0) return [];
  await reassignPlaces(trx, platform, key, changed);
  return changed.map(({ before }) => before.place);
}

async function reassignPlaces(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { kind, startsAt }: PeriodKey,
  changed: readonly Change[],
): Promise<void> {
  const reassignedAt = platform.clock.now();
  for (const { before, after } of changed) {
    const { place, holderNumber, prize } = before;
    await trx
      .updateTable('rankingWinners')
      .set({ reassignedAt })
      .where('kind', '=', kind)
      .where('startsAt', '=', startsAt)
      .where('place', '=', place)
      .where('holderNumber', '=', holderNumber)
      .where('reassignedAt', 'is', null)
      .execute();
    if (!after) continue;
    const winner = {
      kind,
      startsAt,
      place,
      holderNumber: holderNumber + 1,
      userId: after.userId,
      points: after.points,
      prize,
    };
    await trx.insertInto('rankingWinners').values(winner).execute();
    await notifyRankingWinner(trx, platform, winner);
  }
  const keeping = new Set(changed.flatMap(({ after }) => (after ? [after.personId] : [])));
  for (const { before } of changed) {
    if (before.isVacant || before.userId === null || keeping.has(before.personId!)) continue;
    await sendNotification(trx, platform, {
      userId: before.userId,
      type: 'warning',
      title: `O seu lugar no ranking ${PERIODS[kind].of} mudou`,
      message: `O dinheiro de compras desse período voltou, e com ele os pontos. “${before.prize}” ficou com quem tem mais pontos, como diz a regra do ranking.`,
      data: { href: '/ranking' },
      deduplicationKey: `ranking-reassigned:${kind}:${startsAt.toISOString()}:${before.place}:${before.holderNumber}`,
    });
  }
  const places = changed.map(({ before }) => `${before.place}º`).join(', ');
  await recordActivity(trx, platform, {
    userId: null,
    action: 'revise-ranking',
    entityType: 'ranking',
    entityId: `${kind}:${startsAt.toISOString()}`,
    description: `O ranking ${PERIODS[kind].of} mudou (${places}): antes da entrega voltou dinheiro de compras do período, ou duas contas são de uma pessoa.`,
    details: {
      changed: changed.map(({ before, after }) => ({
        place: before.place,
        before: before.userId,
        after: after?.userId ?? null,
        points: after?.points ?? null,
      })),
    },
  });
}

/** Start of the oldest period whose places may still change. */
function revisedFrom(now: Date): Date {
  return new Date(now.getTime() - REVISED_DAYS * 86_400_000);
}

/** The list of the closing, with the points that are left. Without deleted accounts. */
async function readListed(
  trx: Kysely<DB>,
  period: Period,
  rule: { pointsPerReal: number; referralPoints: number },
): Promise<(ListedPerson & { userId: string })[]> {
  const rows = await trx
    .selectFrom('rankingStandings as listed')
    .innerJoin('profiles', 'profiles.id', 'listed.userId')
    .select(['listed.rank', 'profiles.id as userId', 'profiles.personId', 'listed.spent', 'listed.referred'])
    .where('listed.kind', '=', period.kind)
    .where('listed.startsAt', '=', period.startsAt)
    .where('profiles.deletedAt', 'is', null)
    .where('profiles.personId', 'is not', null)
    .$narrowType<{ personId: string }>()
    .orderBy('listed.rank')
    .execute();
  if (rows.length === 0) return [];
  const now = await sumEventsByPerson(
    trx,
    period,
    rows.map(({ personId }) => personId),
  );
  return rows.map(({ rank, userId, personId, spent, referred }) => {
    const left = Math.min(centavosFromNumeric(spent), centavosFromNumeric(now.get(personId)?.spent ?? '0'));
    const counted = Math.min(left, PERIODS[period.kind].cappedAtCentavos);
    const points = Math.floor((counted * rule.pointsPerReal) / 100) + referred * rule.referralPoints;
    return { rank, userId, personId, points };
  });
}

/** The last holder of each place. */
async function readHolders(trx: Kysely<DB>, { kind, startsAt }: PeriodKey): Promise<Holder[]> {
  return trx
    .selectFrom('rankingWinners as winner')
    .distinctOn('winner.place')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.id', '=', 'winner.userId').on('profiles.deletedAt', 'is', null),
    )
    .select([
      'winner.place',
      'winner.holderNumber',
      'profiles.id as userId',
      'profiles.personId',
      'winner.prize',
    ])
    .select(sql<boolean>`winner.delivered_at is not null`.as('isDelivered'))
    .select(sql<boolean>`winner.reassigned_at is not null`.as('isVacant'))
    .where('winner.kind', '=', kind)
    .where('winner.startsAt', '=', startsAt)
    .orderBy('winner.place')
    .orderBy('winner.holderNumber', 'desc')
    .execute();
}
