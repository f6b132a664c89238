import { brasiliaDate, foretellExtraction } from '@mare/domain/draws/lottery-calendar.ts';
import { tellAdmins } from '../../notifications/tell-admins.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RifaJob } from '../draw-events.ts';
import { findLatestSeal } from '../draws.queries.ts';
import { fetchLatestExtraction } from '../lottery/fetch-official-result.ts';
import { freezeList } from './freeze-list.ts';
import { sealDraw } from '../seal-draw.ts';

/** Pending orders end within minutes: their holds run out. */
const TRY_AGAIN_MS = 20_000;

/** Freezes a closed rifa's list, then seals it for the extraction of its draw date, if that can be foretold. */
export const freezeListJob = defineJob('freeze-list', {}, freezeAndSeal);

async function freezeAndSeal(platform: Platform, { rifaId }: RifaJob): Promise<void> {
  const { db, jobs, clock } = platform;
  const frozen = await freezeList(platform, rifaId);
  if (!frozen.ok && frozen.code === 'PENDING_ORDERS') {
    const startAfter = new Date(clock.now().getTime() + TRY_AGAIN_MS);
    await jobs.enqueue(db, freezeListJob, { rifaId }, { startAfter });
  }
  // Also when an earlier run froze the list and was cut off.
  if (frozen.ok || frozen.code === 'ALREADY_FROZEN') await sealByItself(platform, rifaId);
}

/** Where the number cannot be foretold, the admins are asked for it. */
async function sealByItself(platform: Platform, rifaId: string): Promise<void> {
  const { db } = platform;
  if (await findLatestSeal(db, rifaId)) return;
  const rifa = await db
    .selectFrom('rifas')
    .select(['title', 'drawDate'])
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  const extractionDate = brasiliaDate(rifa.drawDate);
  const known = await fetchLatestExtraction(platform);
  const extraction = known && foretellExtraction(known, extractionDate);
  if (extraction !== null) {
    const sealed = await sealDraw(platform, {
      rifaId,
      extraction,
      extractionDate,
      userId: null,
      reason: null,
    });
    if (sealed.ok) return;
    platform.log.warn({ rifa: rifaId, code: sealed.code }, 'draw not sealed by itself');
    if (sealed.code === 'UNCHANGED') return;
  }
  await tellAdmins(db, platform, {
    type: 'warning',
    title: 'Um sorteio espera o lacre',
    message: `A lista de “${rifa.title}” está congelada. Informe a extração da Loteria Federal antes que ela corra.`,
    data: { href: '/admin/sorteios', rifaId },
    occasion: `seal-needed:${rifaId}`,
  });
}
