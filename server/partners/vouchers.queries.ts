import type { Kysely } from 'kysely';
import type { OwnVoucher, PartnerVoucher, VoucherStatus } from '@mare/contract/partners.ts';
import { numberedPage, type WantedPage } from '@mare/database/numbered-page.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';
import type { ServicePartner, ServicePrize } from '@mare/domain/partners/choose-partner.ts';

export interface ServiceWinner {
  winnerId: string;
  userId: string;
  prize: ServicePrize;
}

/** Winners of service prizes who have an account and no voucher yet. @param rifaId null for every rifa */
export async function findWinnersWithoutVoucher(
  db: Kysely<DB>,
  rifaId: string | null,
): Promise<ServiceWinner[]> {
  const rows = await db
    .selectFrom('rifaWinners')
    .innerJoin('rifaPrizes', (join) =>
      join
        .onRef('rifaPrizes.rifaId', '=', 'rifaWinners.rifaId')
        .onRef('rifaPrizes.position', '=', 'rifaWinners.winnerPosition'),
    )
    .leftJoin('serviceVouchers', 'serviceVouchers.winnerId', 'rifaWinners.id')
    .select([
      'rifaWinners.id as winnerId',
      'rifaWinners.userId',
      'rifaPrizes.name',
      'rifaPrizes.serviceType',
      'rifaPrizes.serviceCity',
      'rifaPrizes.serviceState',
    ])
    .where('rifaPrizes.prizeType', '=', 'service')
    .where('serviceVouchers.id', 'is', null)
    .where('rifaWinners.userId', 'is not', null)
    .$if(rifaId !== null, (query) => query.where('rifaWinners.rifaId', '=', rifaId))
    .orderBy('rifaWinners.winnerPosition')
    .execute();
  return rows.map(({ winnerId, userId, ...prize }) => ({ winnerId, userId: userId!, prize }));
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
    .select([
      'serviceVouchers.id',
      'voucherCode',
      'serviceType',
      'prizeName',
      'profiles.name',
      'status',
      'serviceVouchers.createdAt',
      'expiresAt',
      'validatedAt',
    ]);
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
  };
}

/** @throws when there is none. */
export async function findPartnerVoucher(db: Kysely<DB>, id: string): Promise<PartnerVoucher> {
  const row = await selectVouchers(db).where('serviceVouchers.id', '=', id).executeTakeFirstOrThrow();
  return toPartnerVoucher(row);
}

/** Newest first. */
export async function listVouchersOfPartner(
  db: Kysely<DB>,
  partnerId: string,
  { status, ...wanted }: WantedPage & { status?: VoucherStatus },
): Promise<{ vouchers: PartnerVoucher[]; pages: number }> {
  const { rows, pages } = await numberedPage(
    selectVouchers(db)
      .where('partnerId', '=', partnerId)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('serviceVouchers.createdAt', 'desc')
      .orderBy('serviceVouchers.id'),
    wanted,
  );
  return { vouchers: rows.map(toPartnerVoucher), pages };
}

/** What a winner has, newest first. */
export async function listVouchersOfWinner(db: Kysely<DB>, userId: string): Promise<OwnVoucher[]> {
  const rows = await db
    .selectFrom('serviceVouchers')
    .innerJoin('partners', 'partners.id', 'serviceVouchers.partnerId')
    .select([
      'serviceVouchers.id',
      'voucherCode',
      'prizeName',
      'serviceType',
      'serviceVouchers.status',
      'qrCodeData',
      'expiresAt',
      'validatedAt',
      'partners.companyName',
      'partners.city',
      'partners.state',
      'partners.phone',
    ])
    .where('userId', '=', userId)
    .orderBy('serviceVouchers.createdAt', 'desc')
    .orderBy('serviceVouchers.id')
    .execute();
  return rows.map(({ companyName, city, state, phone, ...row }) => ({
    ...row,
    status: row.status as VoucherStatus,
    expiresAt: row.expiresAt.toISOString(),
    validatedAt: row.validatedAt?.toISOString() ?? null,
    partner: { companyName, city, state, phone },
  }));
}
