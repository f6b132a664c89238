import type { StoredDocument } from '../../platform/documents/photo.ts';
import { createDrawsTestbed, freshExtraction } from '../draws.testing.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { claimPrize } from './claim-prize.ts';
import { deliverPrize } from './delivery/deliver-prize.ts';
import { listOwnPrizes, listPrizesToDeliver } from './list-prizes.ts';

export type PrizesTestbed = Awaited<ReturnType<typeof createPrizesTestbed>>;

const contact = { name: 'Maria', phone: '82999990012', note: '' };

/** Drawn rifas, whose winners claim their prizes. */
export async function createPrizesTestbed() {
  const bed = await createDrawsTestbed();
  const start = bed.clock.now().getTime();
  /** The admin who delivers. */
  const by = { userId: bed.admins[0], ipAddress: null };

  /** A rifa of ten cotas, drawn; its winner has an account. */
  async function addWonPrize({ route = 'none', claimDays = 30, cash = null as string | null } = {}) {
    bed.clock.advance((start - bed.clock.now().getTime()) / 1000);
    const rifaId = await bed.rifa(10, { prizes: 1 });
    const { userId } = await bed.sell(rifaId, [6]);
    await bed.db.updateTable('rifas').set({ publishedAt: null }).where('id', '=', rifaId).execute();
    if (cash !== null)
      await bed.db
        .updateTable('rifaPrizes')
        .set({ prizeType: 'cash', value: cash })
        .where('rifaId', '=', rifaId)
        .execute();
    await bed.db.insertInto('rifaLegal').values({ rifaId, route, claimDays }).execute();
    await bed.runDraw(rifaId, freshExtraction());
    const winnerId = (await bed.winners(rifaId))[0]!.id;
    return {
      rifaId,
      userId,
      winnerId,
      claim: () => claimPrize(bed.platform, { winnerId, userId, contact }),
      deliver: (proof: StoredDocument | null = null) =>
        deliverPrize(bed.platform, { winnerId, userId: by.userId, note: 'Em mãos', proof }),
      readClaim: () =>
        bed.db
          .selectFrom('prizeClaims')
          .selectAll()
          .where('winnerId', '=', winnerId)
          .executeTakeFirstOrThrow(),
      readOwn: async () => (await listOwnPrizes(bed.platform, userId))[0]!,
      readForAdmin: async () =>
        (await listPrizesToDeliver(bed.platform)).find((prize) => prize.winnerId === winnerId)!,
      readPublic: async () => (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!.winners[0]!.prize!,
      /** Moves the clock to this many milliseconds after the deadline. */
      async moveClockToDeadline(offsetMs: number) {
        const { claimUntil } = await this.readClaim();
        bed.clock.advance((claimUntil.getTime() + offsetMs - bed.clock.now().getTime()) / 1000);
      },
    };
  }
  return { ...bed, by, addWonPrize };
}
