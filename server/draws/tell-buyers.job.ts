import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type NewNotification, sendNotifications } from '../notifications/send-notification.ts';
import type { JobDefinition } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { DRAW_JOBS, type RifaJob } from './draw-jobs.ts';
import { findLatestSeal } from './draws.queries.ts';

export interface BuyersNews extends RifaJob {
  news: 'sealed' | 'drawn';
}

type Needs = Pick<Platform, 'db' | 'clock' | 'random'>;
type News = Pick<NewNotification, 'type' | 'title' | 'message'>;

const BUYERS_AT_ONCE = 500;
const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: '2-digit', month: 'long' });

/**
 * Tells everybody who holds cotas of a rifa that its list is sealed, or that the result is out: once each, however
 * often the job runs, and whatever is sealed or drawn anew. Winners hear of the result on their own.
 */
export function tellBuyersJob(platform: Needs): JobDefinition<BuyersNews> {
  const { db } = platform;
  return {
    name: DRAW_JOBS.tellBuyers,
    async handle({ rifaId, news }) {
      const told = news === 'sealed' ? await sealedNews(db, rifaId) : await drawnNews(db, rifaId);
      const buyers = await findBuyers(db, rifaId, news);
      for (let from = 0; from < buyers.length; from += BUYERS_AT_ONCE)
        await sendNotifications(
          db,
          platform,
          buyers.slice(from, from + BUYERS_AT_ONCE).map((userId) => ({
            ...told,
            userId,
            data: { href: `/resultado/${rifaId}`, rifaId },
            occasion: `draw-${news}:${rifaId}:${userId}`,
          })),
        );
    },
  };
}

async function sealedNews(db: Kysely<DB>, rifaId: string): Promise<News> {
  const [title, seal] = await Promise.all([titleOf(db, rifaId), findLatestSeal(db, rifaId)]);
  if (!seal) throw new Error(`rifa ${rifaId} has no seal`);
  return {
    type: 'info',
    title: 'A lista do sorteio está lacrada',
    message: `As cotas de "${title}" já não mudam. Decide a extração ${seal.extraction} da Loteria Federal, em ${day.format(new Date(seal.extractionDate))}. Boa sorte!`,
  };
}

async function drawnNews(db: Kysely<DB>, rifaId: string): Promise<News> {
  return {
    type: 'info',
    title: 'Saiu o resultado',
    message: `"${await titleOf(db, rifaId)}" foi sorteada. Veja quem ganhou e refaça o sorteio você mesmo.`,
  };
}

async function titleOf(db: Kysely<DB>, rifaId: string): Promise<string> {
  const rifa = await db
    .selectFrom('rifas')
    .select('title')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  return rifa.title;
}

/** @returns ids of users */
async function findBuyers(
  db: Kysely<DB>,
  rifaId: string,
  news: BuyersNews['news'],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('orderItems as item')
    .innerJoin('orders', 'orders.id', 'item.orderId')
    .select('orders.userId')
    .distinct()
    .where('item.rifaId', '=', rifaId)
    .where('orders.status', '=', 'paid')
    .$if(news === 'drawn', (query) =>
      query.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('rifaWinners as winner')
              .select('winner.id')
              .where('winner.rifaId', '=', rifaId)
              .whereRef('winner.userId', '=', 'orders.userId'),
          ),
        ),
      ),
    )
    .orderBy('orders.userId')
    .execute();
  return rows.map(({ userId }) => userId);
}
