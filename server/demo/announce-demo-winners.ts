import type { DB } from '@mare/database/schema.ts';
import { demoPeople } from '@mare/database/seed/demo-people.ts';
import { demoWinners, type DemoWinner } from '@mare/database/seed/demo-winners.ts';
import { sql, type Transaction } from 'kysely';

const HOUR_MS = 3_600_000;

/** Enters the winners of the finished demo rifas, an hour after their draw. The sold orders must be there already. */
export async function announceDemoWinners(trx: Transaction<DB>): Promise<void> {
  for (const winner of demoWinners) await announce(trx, winner);
}

async function announce(trx: Transaction<DB>, winner: DemoWinner): Promise<void> {
  const person = demoPeople.find(({ id }) => id === winner.personId)!;
  const { drawDate } = await trx
    .selectFrom('rifas')
    .select('drawDate')
    .where('id', '=', winner.rifaId)
    .executeTakeFirstOrThrow();
  const { orderId } = await trx
    .selectFrom('orderItems')
    .select('orderId')
    .where('rifaId', '=', winner.rifaId)
    .where(sql<boolean>`${winner.winnerNumber} = any(selected_numbers)`)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('rifaWinners')
    .values({
      id: winner.id,
      rifaId: winner.rifaId,
      winnerName: person.name,
      winnerEmail: person.email,
      winnerNumber: winner.winnerNumber,
      winnerPosition: winner.winnerPosition,
      userId: person.id,
      orderId,
      createdAt: new Date(drawDate.getTime() + HOUR_MS),
    })
    .execute();
}
