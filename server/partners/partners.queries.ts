import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { PartnerCommission, PartnerOverview } from '@mare/contract/partners/partners.ts';
import type { PartnerRow, partnersAdmin } from '@mare/contract/partners/partners-admin.ts';
import type { PartnerStatus } from '@mare/domain/partners/partner-state.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { numberedPage, type PageRequest } from '@mare/database/numbered-page.ts';
import type { Partners } from '@mare/database/schema.ts';
import { findPayoutFreeze } from '../accounts/security/reversible-changes.ts';
import { listApprovedPayouts } from '../affiliates/payouts/former-key.ts';
import type { Platform } from '../platform/platform.ts';
import { toListPage, pageWindow, startsWith } from '../platform/database/list-page.ts';

export type PartnersInput = z.output<NonNullable<(typeof partnersAdmin.partners)['~orpc']['inputSchema']>>;

export async function readPartnerOverview(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  partnerId: string,
): Promise<PartnerOverview> {
  const { status, ...partner } = await db
    .selectFrom('partners')
    .select(['companyName', 'contactName', 'serviceTypes', 'city', 'status'])
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  const counts = await db
    .selectFrom('serviceVouchers')
    .leftJoin('payouts', 'payouts.id', 'serviceVouchers.payoutId')
    .select((eb) => {
      const count = (status: string) =>
        eb.fn.countAll<number>().filterWhere('serviceVouchers.status', '=', status);
      const sum = eb.fn
        .sum<string | null>('serviceVouchers.commissionAmount')
        .filterWhere('serviceVouchers.status', '=', 'validated');
      return [
        count('pending').as('pendingVouchers'),
        count('validated').as('validatedVouchers'),
        count('expired').as('expiredVouchers'),
        sum.filterWhere('payouts.status', '=', 'paid').as('paid'),
        sum.as('earned'),
      ];
    })
    .where('serviceVouchers.partnerId', '=', partnerId)
    .executeTakeFirstOrThrow();
  const { paid, earned, ...vouchers } = counts;
  const [paidCentavos, earnedCentavos] = [paid ?? '0', earned ?? '0'].map(centavosFromNumeric) as [
    number,
    number,
  ];
  const frozenUntil = await findPayoutFreeze(db, { partnerId }, clock.now());
  return {
    partner,
    isPaused: status === 'inactive',
    ...vouchers,
    payoutsFrozenUntil: frozenUntil?.toISOString() ?? null,
    approvedPayouts: await listApprovedPayouts(db, { column: 'partnerId', id: partnerId }),
    paidCentavos,
    pendingCentavos: earnedCentavos - paidCentavos,
  };
}

/** Latest validation first. A commission is paid when its payout is. */
export async function listPartnerCommissions(
  db: Database,
  partnerId: string,
  page: PageRequest,
): Promise<{ commissions: PartnerCommission[]; pages: number }> {
  const { rows, pages } = await numberedPage(
    db
      .selectFrom('serviceVouchers')
      .leftJoin('payouts', 'payouts.id', 'serviceVouchers.payoutId')
      .select(['serviceVouchers.id', 'voucherCode', 'serviceType', 'validatedAt', 'commissionAmount'])
      .select('payouts.status as payoutStatus')
      .where('serviceVouchers.partnerId', '=', partnerId)
      .where('serviceVouchers.status', '=', 'validated')
      .orderBy('validatedAt', 'desc')
      .orderBy('serviceVouchers.id'),
    page,
  );
  const commissions = rows.map(({ payoutStatus, validatedAt, commissionAmount, ...row }) => ({
    ...row,
    amountCentavos: centavosFromNumeric(commissionAmount),
    validatedAt: validatedAt!.toISOString(),
    status: payoutStatus === 'paid' ? ('paid' as const) : ('pending' as const),
  }));
  return { commissions, pages };
}

/** Matches a prefix of the e-mail, or prefixes of words in names and city. */
function found(search: string) {
  const text = search.toLowerCase();
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return sql<string>`(
    select id from partners where email like ${startsWith(text)}
    union select id from partners
    where to_tsvector('simple', company_name || ' ' || contact_name || ' ' || city)
      @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')}))`;
}

export async function selectPartners(db: Database, { search, sort, status, page }: PartnersInput) {
  const { limit, offset } = pageWindow(page);
  const rows = await db
    .selectFrom('partners')
    .selectAll('partners')
    .select((eb) =>
      eb
        .selectFrom('serviceVouchers')
        .whereRef('serviceVouchers.partnerId', '=', 'partners.id')
        .where('serviceVouchers.status', '=', 'pending')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('pendingVouchers'),
    )
    .$if(status !== '', (query) => query.where('status', '=', status))
    .$if(search.trim() !== '', (query) => query.where('partners.id', 'in', found(search.trim())))
    .$if(sort === 'newest', (query) => query.orderBy('partners.createdAt', 'desc'))
    .$if(sort === 'name', (query) => query.orderBy(sql`lower(company_name)`))
    .$if(sort === 'validated', (query) => query.orderBy('partners.validatedVouchers', 'desc'))
    .orderBy('partners.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return toListPage(rows.map(toPartnerRow));
}

function toPartnerRow(row: Selectable<Partners> & { pendingVouchers: number | null }): PartnerRow {
  return {
    id: row.id,
    companyName: row.companyName,
    contactName: row.contactName,
    email: row.email,
    phone: row.phone,
    city: row.city,
    state: row.state,
    address: row.address,
    status: row.status as PartnerStatus,
    serviceTypes: row.serviceTypes,
    message: row.message,
    hasPixKey: row.pixKey !== null,
    pendingVouchers: row.pendingVouchers ?? 0,
    validatedVouchers: row.validatedVouchers,
    createdAt: row.createdAt.toISOString(),
  };
}
