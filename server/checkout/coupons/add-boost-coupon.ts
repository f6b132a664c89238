import type { AddCoupon } from '../../rifas/boost/boost-rifa.ts';
import { insertCoupon } from './save-coupon.ts';

/** Creates a coupon for one rifa, once per person, valid for the announced time. */
export const addBoostCoupon: AddCoupon = async (trx, platform, by, { code, percent, rifaId, expiresAt }) => {
  const added = await insertCoupon(trx, platform, by, {
    code,
    discount: { percent, offCentavos: null },
    coupon: {
      maxUses: null,
      usesPerPerson: 1,
      startsAt: null,
      expiresAt: expiresAt.toISOString(),
      active: true,
      segments: [],
      rifaIds: [rifaId],
      personEmails: [],
      minimumCentavos: null,
      stacksWithVip: true,
    },
  });
  // The boost's coupon names no persons, so the only possible rejection is a code that is taken.
  return added.ok ? { ok: true } : { ok: false, code: 'COUPON_EXISTS' };
};
