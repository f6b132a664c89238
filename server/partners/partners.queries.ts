import type {
  PartnerCommission,
  PartnerOverview,
  PartnerRow,
  PartnerStatus,
} from '@mare/contract/partners.ts';
import type { Database } from '@mare/database/connect.ts';
import { VOUCHER_COMMISSION_CENTAVOS } from '@mare/domain/partners/partner-terms.ts';

export async function readOverview(db: Database, partnerId: string): Promise<PartnerOverview> {
  const partner = await db
    .selectFrom('partners')
    .select(['companyName', 'contactName', 'serviceTypes', 'city'])
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  const counts = await db
    .selectFrom('serviceVouchers')
    .leftJoin('payouts', 'payouts.id', 'serviceVouchers.payoutId')
    .select((eb) => {
      const count = (status: string) =>
        eb.fn.countAll<number>().filterWhere('serviceVouchers.status', '=', status);
      return [
        count('pending').as('pendingVouchers'),
        count('validated').as('validatedVouchers'),
        count('expired').as('expiredVouchers'),
        count('validated').filterWhere('payouts.status', '=', 'paid').as('paid'),
      ];
    })
    .where('serviceVouchers.partnerId', '=', partnerId)
    .executeTakeFirstOrThrow();
  const { paid, ...vouchers } = counts;
  return {
    partner,
    ...vouchers,
    paidCentavos: paid * VOUCHER_COMMISSION_CENTAVOS,
    pendingCentavos: (vouchers.validatedVouchers - paid) * VOUCHER_COMMISSION_CENTAVOS,
  };
}

/** Latest validated first; paid once the payout that holds them is. @param page 1-based */
export async function listPartnerCommissions(
  db: Database,
  partnerId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ commissions: PartnerCommission[]; pages: number }> {
  const validated = db
    .selectFrom('serviceVouchers')
    .where('serviceVouchers.partnerId', '=', partnerId)
    .where('serviceVouchers.status', '=', 'validated');
  const { total } = await validated
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await validated
    .leftJoin('payouts', 'payouts.id', 'serviceVouchers.payoutId')
    .select([
      'serviceVouchers.id',
      'voucherCode',
      'serviceType',
      'validatedAt',
      'payouts.status as payoutStatus',
    ])
    .orderBy('validatedAt', 'desc')
    .orderBy('serviceVouchers.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const commissions = rows.map(({ payoutStatus, validatedAt, ...row }) => ({
    ...row,
    amountCentavos: VOUCHER_COMMISSION_CENTAVOS,
    validatedAt: validatedAt!.toISOString(),
    status: payoutStatus === 'paid' ? ('paid' as const) : ('pending' as const),
  }));
  return { commissions, pages: Math.ceil(total / pageSize) };
}

/** Newest first. @param search part of a company's, contact's or city's name, or an e-mail */
export async function listPartners(
  db: Database,
  {
    search,
    status,
    page,
    pageSize,
  }: { search: string; status?: PartnerStatus; page: number; pageSize: number },
): Promise<{ partners: PartnerRow[]; total: number; pages: number }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = db
    .selectFrom('partners')
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('companyName', 'ilike', pattern),
          eb('contactName', 'ilike', pattern),
          eb('email', 'ilike', pattern),
          eb('city', 'ilike', pattern),
        ]),
      ),
    );
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('partners')
    .select((eb) => {
      const count = (voucherStatus: string) =>
        eb
          .selectFrom('serviceVouchers')
          .whereRef('serviceVouchers.partnerId', '=', 'partners.id')
          .where('serviceVouchers.status', '=', voucherStatus)
          .select((inner) => inner.fn.countAll<number>().as('count'));
      return [count('pending').as('pendingVouchers'), count('validated').as('validatedVouchers')];
    })
    .orderBy('partners.createdAt', 'desc')
    .orderBy('partners.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    total,
    pages: Math.ceil(total / pageSize),
    partners: rows.map((row) => ({
      id: row.id,
      companyName: row.companyName,
      contactName: row.contactName,
      email: row.email,
      phone: row.phone,
      city: row.city,
      state: row.state,
      status: row.status as PartnerStatus,
      serviceTypes: row.serviceTypes,
      message: row.message,
      hasPixKey: row.pixKey !== null,
      pendingVouchers: row.pendingVouchers ?? 0,
      validatedVouchers: row.validatedVouchers ?? 0,
      createdAt: row.createdAt.toISOString(),
    })),
  };
}
