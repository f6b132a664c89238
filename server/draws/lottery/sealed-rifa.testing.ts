/** A sealed rifa whose extraction has run, with an official source and a mirror of its results. */
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { createDrawsTestbed, freshExtraction, PRIZES, serveResults } from '../draws.testing.ts';
import { drawRifa } from '../draw-rifa.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { confirmResult } from './decide-result.ts';

export const HOUR = 3600;
/** Ends in 1 instead of 6. */
export const OTHER_PRIZES = ['31971', ...PRIZES.slice(1)];

export type ResultsTestbed = Awaited<ReturnType<typeof createResultsTestbed>>;
export type SealedRifa = Awaited<ReturnType<ResultsTestbed['sealRifa']>>;

export async function createResultsTestbed() {
  const bed = await createDrawsTestbed();
  const [official, mirror] = [await serveResults(), await serveResults()];
  bed.platform.config.lotteryResultsUrl = official.url;
  bed.platform.config.lotteryMirrorUrls = [mirror.url];
  const [requester, secondAdmin] = bed.admins;

  /** The extraction runs at 19:00, an hour before the testbed's draw date. */
  const extractionAt = bed.drawDate.getTime() - HOUR * 1000;
  const moveClockAfterExtraction = (hours: number) =>
    bed.clock.advance((extractionAt - bed.clock.now().getTime()) / 1000 + hours * HOUR);

  return {
    ...bed,
    mirror,
    requester,
    secondAdmin,
    extractionAt,
    moveClockAfterExtraction,
    /** The approval that belongs to a result. */
    findApproval: (resultId: string) =>
      bed.db.selectFrom('approvals').selectAll().where('subjectId', '=', resultId).executeTakeFirstOrThrow(),
    async close() {
      await official.close();
      await mirror.close();
      await bed.close();
    },

    /** Sealed before the extraction, then its hour passes. Number 6 wins with PRIZES, 1 with OTHER. */
    async sealRifa() {
      await bed.db.deleteFrom('lotteryExtractions').execute();
      official.responses.clear();
      mirror.responses.clear();
      moveClockAfterExtraction(-3);
      const extraction = freshExtraction();
      const rifaId = await bed.rifa(10, { prizes: 1 });
      await bed.sell(rifaId, [6, 1]);
      await bed.freeze(rifaId);
      const sealed = await bed.seal(rifaId, extraction);
      if (!sealed.ok) throw new Error(sealed.code);
      moveClockAfterExtraction(1);

      const confirm = (resultId: string, userId: string = secondAdmin) =>
        confirmResult(bed.platform, { resultId, userId });
      const draw = () => drawRifa(bed.platform, rifaId, withdrawVouchers);
      async function typeResult(prizes = PRIZES) {
        const typed = await bed.enterResult(prizes, extraction);
        if (!typed.ok) throw new Error(typed.code);
        return typed.resultId;
      }
      return {
        id: rifaId,
        extraction,
        confirm,
        draw,
        typeResult,
        publish: (prizes: string[], date = bed.day) =>
          official.responses.set(`/federal/${extraction}`, {
            body: officialBody({ extraction, prizes }, date),
          }),
        audit: async () => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!,
        /** @param onFirstResult awaited before the second statement of the read */
        async readAudit(onFirstResult: () => Promise<void>) {
          let isFirst = true;
          const db = bed.db.withPlugin({
            transformQuery: ({ node }) => node,
            transformResult: async ({ result }) => {
              if (isFirst) {
                isFirst = false;
                await onFirstResult();
              }
              return result;
            },
          });
          return (await readDrawAudit(db, rifaId, bed.clock.now()))!;
        },
        async readResultStates() {
          const rows = await bed.db
            .selectFrom('lotteryResults')
            .select(['source', 'state'])
            .where('extraction', '=', extraction)
            .orderBy('version')
            .execute();
          return rows.map(({ source, state }) => `${source} ${state}`);
        },
        winningNumbers: async () => (await bed.winners(rifaId)).map(({ winnerNumber }) => winnerNumber),
        /** Draws by a typed and confirmed result, 48 hours after the extraction. */
        async drawByTypedResult() {
          const resultId = await typeResult();
          const confirmed = await confirm(resultId);
          if (!confirmed.ok) throw new Error(confirmed.code);
          moveClockAfterExtraction(48);
          await bed.executeApprovals();
          const drawn = await draw();
          if (!drawn.ok) throw new Error(drawn.code);
          return resultId;
        },
      };
    },
  };
}
