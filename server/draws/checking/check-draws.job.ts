/**
 * Verifies the shop's own rifas: on sale, what their pages show; sealed or drawn, as anyone can from the published
 * files. This finds a falsified or damaged list days before the draw, while it can still be restored.
 */
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { isSealedList, readSeal } from '@mare/domain/draws/sealing/draw-seal.ts';
import type { Reason } from '@mare/domain/transparency/verify/verdict/findings.ts';
import { verifyFiles } from '@mare/domain/transparency/verify/files/verify-files.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStoredList } from '../list/read-list.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { readDrawEvidence } from '../proofs/read-draw-evidence.ts';
import { recordDrawCheck } from './record-draw-check.ts';
import { doTermsAgree } from './do-terms-agree.ts';
import { doPrizeStatesAgree } from './do-prize-states-agree.ts';
import { doWinnersHoldCotas } from './do-winners-hold-cotas.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'random' | 'jobs' | 'log'>;

const DAY_MS = 86_400_000;
/** Period in which prizes can be claimed and disputed. */
const CHECKED_DAYS = 90;

/** Rifas are due a day after their last check, or at once while they fail. */
export const checkDrawsJob = defineJob('check-draws', { everyMinutes: 10 }, checkDraws);

export async function checkDraws(platform: Deps): Promise<void> {
  for (const rifa of await listDue(platform)) {
    let reasons = await findFailures(platform, rifa.id);
    // Read again before it counts as a failure: a draw may have run between the reads of its parts.
    if (reasons && reasons.length > 0) reasons = await findFailures(platform, rifa.id);
    if (!reasons) continue;
    const found = reasons;
    await platform.db.transaction().execute((trx) => recordDrawCheck(trx, platform, rifa, found));
  }
}

function listDue({ db, clock }: Deps): Promise<{ id: string; title: string }[]> {
  const now = clock.now().getTime();
  return db
    .selectFrom('rifas')
    .leftJoin('drawChecks as check', 'check.rifaId', 'rifas.id')
    .select(['rifas.id', 'rifas.title'])
    .where((eb) =>
      eb.or([
        eb('rifas.status', 'in', ['active', 'closed']),
        // Also one that was cancelled since.
        eb('check.failingSince', 'is not', null),
        eb.exists(
          eb
            .selectFrom('draws')
            .whereRef('draws.rifaId', '=', 'rifas.id')
            .where('drawnAt', '>', new Date(now - CHECKED_DAYS * DAY_MS))
            .select('version'),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('check.checkedAt', 'is', null),
        eb('check.checkedAt', '<=', new Date(now - DAY_MS)),
        eb('check.failingSince', 'is not', null),
      ]),
    )
    .orderBy('rifas.drawDate')
    .execute();
}

/** Faults of the whole log, which have a separate alert, are left out. */
const OF_LOG: Reason = 'LOG_UNSIGNED_LONG';

async function isShownAsLogged(db: Deps['db'], audit: DrawAudit): Promise<boolean> {
  return (await doTermsAgree(db, audit)) && (await doPrizeStatesAgree(db, audit.rifa.id));
}

/** @returns null for a rifa that is not published, or is about to be drawn again by a corrected result */
async function findFailures(platform: Deps, rifaId: string): Promise<Reason[] | null> {
  const { db, clock } = platform;
  const audit = await readDrawAudit(db, rifaId, clock.now());
  if (!audit) return null;
  if (audit.seals.length === 0 || audit.rifa.status === 'cancelled')
    return (await isShownAsLogged(db, audit)) ? [] : ['SHOWN_DIFFERS'];
  if (!audit.record) return null;
  const list = await readStoredList(db, rifaId);
  if (audit.draws.at(-1)?.results.some(({ isReplaced }) => isReplaced)) {
    if (!audit.failing) return null;
    // The draw by the corrected result waits for nothing but the list.
    const terms = readSeal(audit.record.seal.text);
    return terms && isSealedList(list, terms) ? [] : ['LIST_HASH'];
  }
  if (!list) return ['LIST_HASH'];
  const log = await readDrawEvidence(platform, audit, []);
  const { findings } = await verifyFiles({
    record: { ...audit.record, log },
    list,
    receipts: [],
    policy: null,
    now: clock.now(),
  });
  const reasons = findings.flatMap(({ state, reason }) =>
    state === 'fails' && reason && reason !== OF_LOG ? [reason] : [],
  );
  // Only the shop knows whose code is whose.
  if (!(await doWinnersHoldCotas(db, rifaId))) reasons.push('WINNERS');
  if (!(await doPrizeStatesAgree(db, rifaId))) reasons.push('SHOWN_DIFFERS');
  return [...new Set(reasons)];
}
