/** Moves the open vouchers of a paused partner to other partners, or makes them wait. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { choosePartner } from '@mare/domain/partners/choose-partner.ts';
import type { Platform } from '../../platform/platform.ts';
import { NO_BOOKING } from '../bookings/no-booking.ts';
import { notifyFormerPartner } from '../bookings/notify-former-partner.ts';
import { notifyWinner } from './notify-winner.ts';
import { findServicePartners } from './vouchers.queries.ts';

/** `reassign`: to other partners of the city with the same service. `keep`: they wait for the partner or the team. */
export type OpenVouchersChoice = 'reassign' | 'keep';

interface PausedPartner {
  id: string;
  companyName: string;
  city: string;
  state: string;
}

/** Locks them before the partner's row, in the same order as a redemption, which updates that row. */
export async function lockOpenVouchers(trx: Transaction<DB>, partnerId: string): Promise<void> {
  await trx
    .selectFrom('serviceVouchers')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Call it once the partner is paused. Notifies every winner with an account or an e-mail address.
 * @returns how many moved, and how many wait
 */
export async function releaseVouchers(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  paused: PausedPartner,
  choice: OpenVouchersChoice,
): Promise<{ reassigned: number; waiting: number }> {
  const vouchers = await trx
    .selectFrom('serviceVouchers')
    .select(['id', 'prizeName', 'serviceType'])
    .where('partnerId', '=', paused.id)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', platform.clock.now())
    .orderBy('id')
    .execute();
  const partners = choice === 'reassign' ? await findServicePartners(trx) : [];
  let reassigned = 0;
  for (const { id, prizeName, serviceType } of vouchers) {
    const { city: serviceCity, state: serviceState } = paused;
    const chosen = choosePartner({ name: prizeName, serviceType, serviceCity, serviceState }, partners);
    if (chosen) {
      reassigned++;
      partners.find((partner) => partner.id === chosen.partnerId)!.pendingVouchers++;
      await notifyFormerPartner(trx, platform, id);
      await trx
        .updateTable('serviceVouchers')
        .set({ partnerId: chosen.partnerId, pinFailures: 0, pinLockedUntil: null, ...NO_BOOKING })
        .where('id', '=', id)
        .execute();
    }
    await notifyWinner(trx, platform, {
      voucherId: id,
      type: chosen ? 'info' : 'warning',
      title: chosen ? 'O seu voucher é em outro lugar' : 'O parceiro do seu voucher fez uma pausa',
      text: chosen
        ? `${paused.companyName} fez uma pausa. Veja no voucher onde usar; o código e o PIN continuam os mesmos.`
        : `${paused.companyName} não está atendendo agora. O voucher continua seu, e vamos combinar com você outra data ou outro lugar.`,
      key: `voucher-paused:${id}:${platform.clock.now().getTime()}`,
    });
  }
  return { reassigned, waiting: vouchers.length - reassigned };
}
