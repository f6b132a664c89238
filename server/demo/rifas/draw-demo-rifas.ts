/** Draws the demo rifas whose sales have ended, with the real use cases and a clock set to the time. */
import { demoLogin, demoLogins } from '@mare/database/seed/demo-people.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { demoDraws } from '@mare/database/seed/demo-winners.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { confirmResult } from '../../draws/lottery/decide-result.ts';
import { recordOfficialResult } from '../../draws/lottery/record-official-result.ts';
import { deliverPrize } from '../../draws/prizes/delivery/deliver-prize.ts';
import { importShippedArchive } from '../../draws/archive/import-archive.ts';
import { refreshArchive } from '../../draws/archive/refresh-archive.ts';
import { sealDrawJob } from '../../draws/sealing/seal-draw.job.ts';
import { sealDraw } from '../../draws/sealing/seal-draw.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { nameExtractionsJob } from '../../rifas/closing/name-extractions.job.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FoundDemoDraw, findDemoDraw } from './find-demo-draw.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const [enterer, confirmer] = demoLogins.filter(({ role }) => role === 'admin').map(({ id }) => id) as [
  string,
  string,
];
const visitor = demoLogin('maria@exemplo.com.br');

/** @param now as when the rifas were added */
export async function drawDemoRifas(platform: Platform, now: Date): Promise<void> {
  for (const { rifaId } of demoDraws) {
    const rifa = demoRifas.find(({ id }) => id === rifaId)!;
    await drawAsIfThen(platform, rifaId, findDemoDraw(rifa, now)!);
  }
  await importShippedArchive(platform);
  await refreshArchive(platform);
  await nameExtractionsJob.handle(platform, {});
  for (const rifa of demoRifas.filter(({ status }) => status === 'closed')) {
    await freezeList(platform, rifa.id);
    await sealDrawJob.handle(platform, { rifaId: rifa.id });
  }
}

/** As the archive was before the extraction. */
const FRESH_ARCHIVE = { latestNumber: null, isFresh: true };

async function drawAsIfThen(
  platform: Platform,
  rifaId: string,
  { extraction, drawDate }: FoundDemoDraw,
): Promise<void> {
  const { number, date, url, body } = extraction;
  const at = (offsetMs: number): Platform => ({
    ...platform,
    clock: { now: () => new Date(drawDate.getTime() + offsetMs) },
  });
  assertOk(await freezeList(at(-2 * HOUR_MS), rifaId));
  assertOk(
    await sealDraw(
      at(-1.9 * HOUR_MS),
      { rifaId, extraction: number, extractionDate: date, userId: enterer, reason: null },
      FRESH_ARCHIVE,
    ),
  );
  const recorded = await recordOfficialResult(at(HOUR_MS), { extraction: number, url, body });
  assertOk(recorded);
  if (recorded.ok)
    assertOk(await confirmResult(at(1.2 * HOUR_MS), { resultId: recorded.resultId, userId: confirmer }));
  assertOk(await drawRifa(at(1.2 * HOUR_MS), rifaId, withdrawVouchers));
  await deliver(platform, at(9 * DAY_MS), rifaId);
}

/** Position of the prize of each demo draw that its winner never claimed, by rifa. */
const UNCLAIMED: Record<string, number> = { '5e000000-0000-4000-8000-000000000012': 2 };

/** Delivers all prizes except Maria's, which is unclaimed, and one that expired. */
async function deliver(platform: Platform, then: Platform, rifaId: string): Promise<void> {
  const winners = await platform.db
    .selectFrom('rifaWinners')
    .select(['id', 'userId', 'winnerPosition'])
    .where('rifaId', '=', rifaId)
    .execute();
  for (const { id, userId, winnerPosition } of winners)
    if (winnerPosition === UNCLAIMED[rifaId])
      await platform.db
        .updateTable('prizeClaims')
        .set((eb) => ({ state: 'expired', expiredAt: eb.ref('claimUntil') }))
        .where('winnerId', '=', id)
        .execute();
    else if (userId !== visitor.id)
      assertOk(
        await deliverPrize(then, {
          winnerId: id,
          userId: enterer,
          note: 'Entregue em mãos na loja, com recibo assinado.',
          proof: null,
        }),
      );
}

function assertOk(outcome: { ok: true } | { ok: false; code: string }): void {
  if (!outcome.ok) throw new Error(`demo draw: ${outcome.code}`);
}
