import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type NewNotification, sendNotifications } from '../notifications/send-notification.ts';
import { defineJob } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import type { RifaJob } from './draw-events.ts';
import { findLatestSeal } from './draws.queries.ts';

export interface BuyersNotice extends RifaJob {
  news: 'sealed' | 'drawn' | 'postponed' | 'milestone';
}

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;
type News = Pick<NewNotification, 'type' | 'title' | 'message'> & {
  /** Link target; defaults to the draw page. */
  href?: string;
  /** Deduplication suffix for repeated news of one kind. */
  mark?: string;
};

const BUYERS_AT_ONCE = 500;
const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: '2-digit', month: 'long' });
const dayInMaceio = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Maceio',
  day: 'numeric',
  month: 'long',
});

/**
 * Notifies cota holders of a rifa's seal, result, postponement or milestone. Idempotent: each buyer is notified once,
 * even if the rifa is sealed or drawn again. Winners get a separate notification of the result.
 */
export const notifyBuyersJob = defineJob('tell-buyers-of-draw', {}, notifyBuyers);

async function notifyBuyers(platform: Deps, { rifaId, news }: BuyersNotice): Promise<void> {
  const { db } = platform;
  const { href = `/resultado/${rifaId}`, mark = '', ...text } = await NEWS[news](db, rifaId);
  const buyers = await findBuyers(db, rifaId, news);
  for (let from = 0; from < buyers.length; from += BUYERS_AT_ONCE)
    await sendNotifications(
      db,
      platform,
      buyers.slice(from, from + BUYERS_AT_ONCE).map((userId) => ({
        ...text,
        userId,
        data: { href, rifaId },
        deduplicationKey: `draw-${news}${mark}:${rifaId}:${userId}`,
      })),
    );
}

async function sealedNews(db: Kysely<DB>, rifaId: string): Promise<News> {
  const [title, seal] = await Promise.all([titleOf(db, rifaId), findLatestSeal(db, rifaId)]);
  if (!seal) throw new Error(`rifa ${rifaId} has no seal`);
  return {
    type: 'info',
    title: 'A lista do sorteio está lacrada',
    message: `As cotas de “${title}” já não mudam. Decide a extração ${seal.extraction} da Loteria Federal, em ${day.format(new Date(seal.extractionDate))}. Boa sorte!`,
  };
}

async function drawnNews(db: Kysely<DB>, rifaId: string): Promise<News> {
  return {
    type: 'info',
    title: 'Saiu o resultado',
    message: `“${await titleOf(db, rifaId)}” foi sorteada. Veja quem ganhou e refaça o sorteio no seu aparelho.`,
  };
}

async function postponedNews(db: Kysely<DB>, rifaId: string): Promise<News> {
  const { title, drawDate } = await rifaOf(db, rifaId);
  return {
    type: 'warning',
    title: 'O sorteio foi adiado',
    message: `“${title}” vendeu menos do que o mínimo declarado e será sorteada em ${dayInMaceio.format(drawDate)}. As suas cotas continuam valendo.`,
    href: `/rifa/${rifaId}`,
    mark: `-${drawDate.toISOString().slice(0, 10)}`,
  };
}

async function milestoneNews(db: Kysely<DB>, rifaId: string): Promise<News> {
  const { title, milestone, drawDate } = await rifaOf(db, rifaId);
  return {
    type: 'info',
    title: milestone === 100 ? 'A rifa esgotou!' : `${milestone}% vendida`,
    message:
      milestone === 100
        ? `Todas as cotas de “${title}” foram vendidas. O sorteio é em ${dayInMaceio.format(drawDate)}.`
        : `“${title}” já vendeu ${milestone}% das cotas. O sorteio é em ${dayInMaceio.format(drawDate)}.`,
    href: `/rifa/${rifaId}`,
    mark: `-${milestone}`,
  };
}

const NEWS: Record<BuyersNotice['news'], (db: Kysely<DB>, rifaId: string) => Promise<News>> = {
  sealed: sealedNews,
  drawn: drawnNews,
  postponed: postponedNews,
  milestone: milestoneNews,
};

function rifaOf(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('rifas')
    .select(['title', 'drawDate', 'milestone'])
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
}

async function titleOf(db: Kysely<DB>, rifaId: string): Promise<string> {
  const rifa = await db
    .selectFrom('rifas')
    .select('title')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  return rifa.title;
}

/** @returns user ids */
async function findBuyers(
  db: Kysely<DB>,
  rifaId: string,
  news: BuyersNotice['news'],
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
