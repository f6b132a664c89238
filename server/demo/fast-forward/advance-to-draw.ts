/**
 * Advances the demonstration to the draw of a rifa: sales end, the list is frozen and sealed, the simulated lottery
 * publishes, the second admin confirms, the rifa is drawn and its winners are notified. Every step is the use case
 * that the shop runs on a real draw day. Only these use cases get the advanced clock.
 */
import { demoLogin } from '@mare/database/seed/demo-people.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { readLottery } from '../../draws/archive/read-archive.ts';
import { refreshArchive } from '../../draws/archive/refresh-archive.ts';
import { readFailingCheck } from '../../draws/checking/read-draw-check.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { confirmResult } from '../../draws/lottery/decide-result.ts';
import { fetchDueResults } from '../../draws/lottery/fetch-results.job.ts';
import { notifyWinnersJob } from '../../draws/prizes/news/notify-winners.job.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSales } from './end-sales.ts';
import { withShiftedClock } from './shifted-clock.ts';
import type { Step } from './step.ts';

/** The simulated lottery publishes half an hour after the extraction. */
const PUBLISHED_AFTER_MS = 31 * 60_000;
/** Extractions per year at two a week. */
const MAX_EXTRACTIONS = 104;

const SECOND_ADMIN = demoLogin('conferente@exemplo.com.br');

/**
 * Runs every extraction up to the rifa's draw, and the draws of other rifas due by then, so that no rifa stays on
 * sale after its extraction. A second or concurrent call continues from the current state.
 */
export async function* advanceToDraw(platform: Platform, rifaId: string): AsyncGenerator<Step> {
  let time = platform.clock.now();
  for (let extractions = 0; extractions < MAX_EXTRACTIONS; extractions++) {
    if (!(await awaitsDraw(platform, rifaId))) return;
    const next = (await readLottery(withShiftedClock(platform, time))).coming[0];
    if (!next) throw new Error('the simulated lottery names no further extraction');
    yield* endSales(platform, next.runsAt);
    time = new Date(next.runsAt.getTime() + PUBLISHED_AFTER_MS);
    yield* drawByResults(platform, withShiftedClock(platform, time));
  }
}

export async function isDrawn({ db }: Pick<Platform, 'db'>, rifaId: string): Promise<boolean> {
  const rifa = await db.selectFrom('rifas').select('status').where('id', '=', rifaId).executeTakeFirst();
  return rifa?.status === 'completed';
}

/** False for a rifa that cannot be drawn, because its stored list differs from the sealed one. */
async function awaitsDraw({ db }: Platform, rifaId: string): Promise<boolean> {
  const rifa = await db
    .selectFrom('rifas')
    .select('id')
    .where('id', '=', rifaId)
    .where('status', 'in', ['active', 'closed'])
    .executeTakeFirst();
  return rifa !== undefined && (await readFailingCheck(db, rifaId)) === null;
}

async function* drawByResults(platform: Platform, then: Platform): AsyncGenerator<Step> {
  await refreshArchive(then);
  await fetchDueResults(then);
  for (const { id, extraction, prizes } of await listWaitingResults(then)) {
    yield {
      text: `A loteria simulada publicou a extração ${extraction}: ${prizes.join(', ')}.`,
      shownAt: '/admin/sorteios/extracoes',
      link: 'Ver o arquivo de extrações no painel',
    };
    const confirmed = await confirmResult(then, { resultId: id, userId: SECOND_ADMIN.id });
    if (confirmed.ok)
      yield {
        text: `${SECOND_ADMIN.name}, a segunda pessoa da administração, conferiu e confirmou o resultado.`,
        shownAt: '/admin/sorteios',
        link: 'Ver os sorteios no painel',
      };
  }
  for (const rifa of await listSealedRifas(then)) {
    const drawn = await drawRifa(then, rifa.id, withdrawVouchers);
    if (!drawn.ok && drawn.code === 'LIST_DIFFERS')
      yield {
        text: `“${rifa.title}” não foi sorteada: a lista guardada não é a que foi lacrada.`,
        shownAt: `/resultado/${rifa.id}`,
        link: 'Ver o que não confere',
      };
    if (!drawn.ok) continue;
    yield {
      text: `“${rifa.title}” foi sorteada. ${await describeWinners(then, rifa.id)}`,
      shownAt: `/resultado/${rifa.id}`,
      link: 'Conferir o sorteio',
    };
    await notifyWinnersJob.handle(platform, { rifaId: rifa.id });
    yield {
      text: `Quem ganhou “${rifa.title}” foi avisado por notificação e e-mail.`,
      shownAt: `/resultado/${rifa.id}/ao-vivo`,
      link: 'Assistir ao sorteio',
    };
  }
}

function listWaitingResults({ db }: Platform) {
  return db
    .selectFrom('lotteryResults')
    .select(['id', 'extraction', 'prizes'])
    .where('state', '=', 'pending')
    .where('source', '=', 'official')
    .orderBy('extraction')
    .execute();
}

function listSealedRifas({ db }: Platform) {
  return db
    .selectFrom('rifas')
    .innerJoin('drawSeals as seal', 'seal.rifaId', 'rifas.id')
    .select(['rifas.id', 'rifas.title'])
    .distinct()
    .where('rifas.status', '=', 'closed')
    .execute();
}

async function describeWinners({ db }: Platform, rifaId: string): Promise<string> {
  const winners = await db
    .selectFrom('rifaWinners')
    .innerJoin('rifas', 'rifas.id', 'rifaWinners.rifaId')
    .select(['winnerPosition', 'winnerNumber', 'winnerName', 'totalNumbers'])
    .where('rifaId', '=', rifaId)
    .orderBy('winnerPosition')
    .execute();
  if (winners.length === 0) return 'Nenhuma cota podia ganhar.';
  const places = winners.map(
    ({ winnerPosition, winnerNumber, winnerName, totalNumbers }) =>
      `${winnerPosition}º lugar: ${shortName(winnerName)}, cota ${formatNumber(winnerNumber, totalNumbers)}`,
  );
  return `${places.join('; ')}.`;
}
