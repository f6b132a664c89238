import type { Kysely } from 'kysely';
import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import type { VoucherStatus } from '@mare/domain/partners/voucher-state.ts';
import { numberedPage, type PageRequest } from '@mare/database/numbered-page.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import type { ServicePartner, ServicePrize } from '@mare/domain/partners/choose-partner.ts';
import type { Booking } from '@mare/domain/partners/booking.ts';
import { undoEndsAt } from '@mare/domain/partners/redemption.ts';
import { awaitsDecision } from './awaits-decision.ts';
import type { PrintedVoucher } from './pdf/voucher-pdf.ts';

export interface ServiceWinner {
  winnerId: string;
  /** Null for a winner without an account. */
  userId: string | null;
  winnerName: string;
  prize: ServicePrize;
}

interface WantedWinners {
  /** Null for all rifas. */
  rifaId: string | null;
  /** Cursor: ids after this one. */
  after: string | null;
  limit: number;
}

/**
 * Winners of service prizes without a voucher, by id. Excludes prizes imported without a draw, and refunded and
 * disputed orders, which an admin decides first, unless two persons approved the refund.
 */
export async function findWinnersWithoutVoucher(
  db: Kysely<DB>,
  { rifaId, after, limit }: WantedWinners,
): Promise<ServiceWinner[]> {
  const rows = await db
    .selectFrom('rifaWinners')
    .innerJoin('rifaPrizes', (join) =>
      join
        .onRef('rifaPrizes.rifaId', '=', 'rifaWinners.rifaId')
        .onRef('rifaPrizes.position', '=', 'rifaWinners.winnerPosition'),
    )
    .leftJoin('serviceVouchers', 'serviceVouchers.winnerId', 'rifaWinners.id')
    .leftJoin('prizeClaims', 'prizeClaims.winnerId', 'rifaWinners.id')
    .select([
      'rifaWinners.id as winnerId',
      'rifaWinners.userId',
      'rifaWinners.winnerName',
      'rifaPrizes.name',
      'rifaPrizes.serviceType',
      'rifaPrizes.serviceCity',
      'rifaPrizes.serviceState',
    ])
    .where('rifaPrizes.prizeType', '=', 'service')
    .where('serviceVouchers.id', 'is', null)
    // Sent, delivered and expired prizes need none.
    .where((eb) =>
      eb.or([eb('prizeClaims.state', 'is', null), eb('prizeClaims.state', 'in', ['open', 'claimed'])]),
    )
    .where((eb) => eb.or([eb('rifaWinners.userId', 'is not', null), eb('rifaWinners.tag', 'is not', null)]))
    .where((eb) => eb.not(awaitsDecision('rifaWinners.id')))
    .$if(rifaId !== null, (query) => query.where('rifaWinners.rifaId', '=', rifaId))
    .$if(after !== null, (query) => query.where('rifaWinners.id', '>', after))
    .orderBy('rifaWinners.id')
    .limit(limit)
    .execute();
  return rows.map(({ winnerId, userId, winnerName, ...prize }) => ({ winnerId, userId, winnerName, prize }));
}

export async function findServicePartners(db: Kysely<DB>): Promise<ServicePartner[]> {
  return db
    .selectFrom('partners')
    .leftJoin('serviceVouchers', (join) =>
      join
        .onRef('serviceVouchers.partnerId', '=', 'partners.id')
        .on('serviceVouchers.status', '=', 'pending'),
    )
    .select((eb) => [
      'partners.id',
      'partners.serviceTypes',
      'partners.city',
      'partners.state',
      eb.fn.count<number>('serviceVouchers.id').as('pendingVouchers'),
    ])
    .where('partners.status', '=', 'active')
    .groupBy('partners.id')
    .execute();
}

function selectVouchers(db: Kysely<DB>) {
  return db
    .selectFrom('serviceVouchers')
    .leftJoin('profiles', 'profiles.id', 'serviceVouchers.userId')
    .leftJoin('rifaWinners', 'rifaWinners.id', 'serviceVouchers.winnerId')
    .select([
      'serviceVouchers.id',
      'voucherCode',
      'serviceType',
      'prizeName',
      'status',
      'expiresAt',
      'validatedAt',
    ])
    .select('serviceVouchers.createdAt')
    .select((eb) => eb.fn.coalesce('profiles.name', 'rifaWinners.winnerName').as('name'));
}

type VoucherRow = Awaited<ReturnType<ReturnType<typeof selectVouchers>['execute']>>[number];

function toPartnerVoucher({ name, ...row }: VoucherRow): PartnerVoucher {
  return {
    ...row,
    winner: shortName(name),
    status: row.status as VoucherStatus,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    validatedAt: row.validatedAt?.toISOString() ?? null,
    undoUntil: undoEndsAt({ ...row, status: row.status as VoucherStatus })?.toISOString() ?? null,
  };
}

/** @throws when there is none. */
export async function findPartnerVoucher(db: Kysely<DB>, id: string): Promise<PartnerVoucher> {
  const row = await selectVouchers(db).where('serviceVouchers.id', '=', id).executeTakeFirstOrThrow();
  return toPartnerVoucher(row);
}

/** Latest use or expiry first. Leaves out open vouchers, because code and PIN suffice to redeem them. */
export async function listVouchersOfPartner(
  db: Kysely<DB>,
  partnerId: string,
  { status, ...page }: PageRequest & { status?: VoucherStatus },
): Promise<{ vouchers: PartnerVoucher[]; pages: number }> {
  const { rows, pages } = await numberedPage(
    selectVouchers(db)
      .where('partnerId', '=', partnerId)
      .where('status', '!=', 'pending')
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy(({ fn }) => fn.coalesce('validatedAt', 'expiresAt'), 'desc')
      .orderBy('serviceVouchers.id'),
    page,
  );
  return { vouchers: rows.map(toPartnerVoucher), pages };
}

/** Newest first. A voucher past its deadline counts as expired, even before the hourly job has marked it. */
export async function listVouchersOfWinner(db: Kysely<DB>, userId: string, now: Date): Promise<OwnVoucher[]> {
  const rows = await db
    .selectFrom('serviceVouchers')
    .innerJoin('partners', 'partners.id', 'serviceVouchers.partnerId')
    .leftJoin('rifaWinners', 'rifaWinners.id', 'serviceVouchers.winnerId')
    .leftJoin('rifas', 'rifas.id', 'rifaWinners.rifaId')
    .select([
      'serviceVouchers.id',
      'voucherCode',
      'prizeName',
      'serviceType',
      'serviceVouchers.status',
      'qrCodeData',
      'pin',
      'pinLockedUntil',
      'expiresAt',
      'validatedAt',
      'isWaiting',
      'booking',
      'bookingVersion',
      'partners.companyName',
      'partners.address',
      'partners.city',
      'partners.state',
      'partners.phone',
      'partners.status as partnerStatus',
      'rifas.id as rifaId',
      'rifas.title as rifaTitle',
    ])
    .select(awaitsDecision('serviceVouchers.winnerId').as('awaitsDecision'))
    .where('serviceVouchers.userId', '=', userId)
    .orderBy('serviceVouchers.createdAt', 'desc')
    .orderBy('serviceVouchers.id')
    .execute();
  return rows.map(
    ({
      companyName,
      address,
      city,
      state,
      phone,
      partnerStatus,
      pin,
      pinLockedUntil,
      rifaId,
      rifaTitle,
      awaitsDecision: isOnHold,
      ...row
    }) => ({
      ...row,
      isOnHold: Boolean(isOnHold),
      rifa: rifaId && rifaTitle !== null ? { id: rifaId, title: rifaTitle } : null,
      pin: isUsable(row, now) && !isOnHold ? pin : null,
      pinLockedUntil:
        isUsable(row, now) && pinLockedUntil && pinLockedUntil > now ? pinLockedUntil.toISOString() : null,
      // Written by `changeBooking`.
      booking: row.booking as unknown as Booking | null,
      status: row.status === 'pending' && !isUsable(row, now) ? 'expired' : (row.status as VoucherStatus),
      expiresAt: row.expiresAt.toISOString(),
      validatedAt: row.validatedAt?.toISOString() ?? null,
      partner: { companyName, address, city, state, phone, isPaused: partnerStatus !== 'active' },
    }),
  );
}

const isUsable = ({ status, expiresAt }: { status: string; expiresAt: Date }, now: Date) =>
  status === 'pending' && expiresAt > now;

/** @param userId null for any winner. @returns undefined if it cannot be used any more */
export async function findVoucherToPrint(
  db: Kysely<DB>,
  id: string,
  { userId, now }: { userId: string | null; now: Date },
): Promise<(Omit<PrintedVoucher, 'shop' | 'bookingUrl'> & { userId: string | null }) | undefined> {
  const row = await db
    .selectFrom('serviceVouchers as voucher')
    .innerJoin('partners', 'partners.id', 'voucher.partnerId')
    .leftJoin('profiles', 'profiles.id', 'voucher.userId')
    .leftJoin('rifaWinners as winner', 'winner.id', 'voucher.winnerId')
    .leftJoin('rifas', 'rifas.id', 'winner.rifaId')
    .select([
      'voucherCode',
      'qrCodeData',
      'pin',
      'prizeName',
      'serviceType',
      'expiresAt',
      'rifas.title as rifaTitle',
      'voucher.userId',
    ])
    .select(['partners.companyName', 'partners.address', 'partners.city', 'partners.state', 'partners.phone'])
    .select('partners.status as partnerStatus')
    .select((eb) => eb.fn.coalesce('profiles.name', 'winner.winnerName').as('name'))
    .where('voucher.id', '=', id)
    .where('voucher.status', '=', 'pending')
    // Expired, even before the hourly job has marked it.
    .where('voucher.expiresAt', '>', now)
    .where((eb) => eb.not(awaitsDecision('voucher.winnerId')))
    .$if(userId !== null, (query) => query.where('voucher.userId', '=', userId))
    .executeTakeFirst();
  if (!row) return undefined;
  const { companyName, address, city, state, phone, partnerStatus, name, ...voucher } = row;
  const partner = { companyName, address, city, state, phone, isPaused: partnerStatus !== 'active' };
  return { ...voucher, winner: shortName(name), partner };
}
