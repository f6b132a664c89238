/** Draws the demo rifas whose sales have ended, with the real use cases and a clock set to the time. */
import { demoLogins } from '@mare/database/seed/demo-people.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { type DemoDraw, demoDraws } from '@mare/database/seed/demo-winners.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { confirmResult } from '../../draws/lottery/decide-result.ts';
import { recordOfficialResult } from '../../draws/lottery/record-official-result.ts';
import { importShippedArchive } from '../../draws/archive/import-archive.ts';
import { refreshArchive } from '../../draws/archive/refresh-archive.ts';
import { sealDrawJob } from '../../draws/sealing/seal-draw.job.ts';
import { sealDraw } from '../../draws/sealing/seal-draw.ts';
import { issueVouchers } from '../../partners/vouchers/issue-vouchers.job.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { nameExtractionsJob } from '../../rifas/closing/name-extractions.job.ts';
import type { Platform } from '../../platform/platform.ts';
import { withFixedClock } from '../fixed-clock.ts';
import { closeDemoAccounts } from './close-demo-accounts.ts';
import { type DemoStep, endDemoPrizes } from './end-demo-prizes.ts';
import { type FoundDemoDraw, findDemoDraw } from './find-demo-draw.ts';
import { notifyDemoParticipants, notifyDemoWinners } from './notify-demo-draw.ts';

const HOUR_MS = 3_600_000;

const [enterer, confirmer] = demoLogins.filter(({ role }) => role === 'admin').map(({ id }) => id) as [
  string,
  string,
];

/** @param now as when the rifas were added */
export async function drawDemoRifas(platform: Platform, now: Date): Promise<void> {
  const steps: DemoStep[] = demoDraws.flatMap((draw) => {
    const found = findDemoDraw(
      demoRifas.find(({ id }) => id === draw.rifaId)!,
      now,
    )!;
    return [
      ...drawSteps(draw, found),
      ...endDemoPrizes(draw, found.drawDate, { now, adminId: enterer }),
      ...closeDemoAccounts(draw, found.drawDate, { userId: enterer, ipAddress: null }),
    ];
  });
  for (const { at, run } of steps.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    await run(withFixedClock(platform, at));
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

function drawSteps({ rifaId }: DemoDraw, { extraction, drawDate }: FoundDemoDraw): DemoStep[] {
  const { number, date, url, body } = extraction;
  const after = (hours: number, run: DemoStep['run']): DemoStep => ({
    at: new Date(drawDate.getTime() + hours * HOUR_MS),
    run,
  });
  return [
    after(-2, async (then) => {
      assertOk(await freezeList(then, rifaId));
      await notifyDemoParticipants(then, rifaId);
    }),
    after(-1.9, async (then) => {
      const seal = { rifaId, extraction: number, extractionDate: date, userId: enterer, reason: null };
      assertOk(await sealDraw(then, seal, FRESH_ARCHIVE));
      await notifyDemoParticipants(then, rifaId);
    }),
    after(1, async (then) => {
      const recorded = await recordOfficialResult(then, { extraction: number, url, body });
      assertOk(recorded);
      if (recorded.ok)
        assertOk(
          await confirmResult(withFixedClock(then, new Date(then.clock.now().getTime() + 0.2 * HOUR_MS)), {
            resultId: recorded.resultId,
            userId: confirmer,
          }),
        );
    }),
    after(1.2, async (then) => {
      assertOk(await drawRifa(then, rifaId, withdrawVouchers));
      await notifyDemoParticipants(then, rifaId);
      await notifyDemoWinners(then, rifaId);
      await issueVouchers(then, rifaId);
    }),
  ];
}

function assertOk(outcome: { ok: true } | { ok: false; code: string }): void {
  if (!outcome.ok) throw new Error(`demo draw: ${outcome.code}`);
}
