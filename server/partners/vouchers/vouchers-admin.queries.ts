import { type Kysely, sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { partnersAdmin, VoucherRow } from '@mare/contract/partners/partners-admin.ts';
import type { VoucherStatus } from '@mare/domain/partners/voucher-state.ts';
import type { DB } from '@mare/database/schema.ts';
import { peopleMatching } from '../../accounts/search/find-people.ts';
import { containing, toListPage, pageWindow, startsWith } from '../../platform/database/list-page.ts';

export type VouchersInput = z.output<NonNullable<(typeof partnersAdmin.vouchers)['~orpc']['inputSchema']>>;

/** Matches a prefix of the code, or words of the winner's name, or e-mail, phone and CPF. */
function found(search: string) {
  const code = search.toUpperCase().replaceAll('-', '');
  const words = search
    .split(/\s+/)
    .map((word) => sql`search_form(winner_name) like search_form(${containing(word)})`);
  return sql<SqlBool>`voucher.id = any (array(
    select id from service_vouchers where voucher_code like ${startsWith(code)}
    union select id from service_vouchers where user_id in ${peopleMatching(search)}
    union select service_vouchers.id from rifa_winners
      join service_vouchers on service_vouchers.winner_id = rifa_winners.id
      where rifa_winners.user_id is null and ${sql.join(words, sql` and `)}))`;
}

/** Sorted by validation: validated ones only. Sorted by expiry: usable ones only. */
export async function selectVouchersForAdmin(
  db: Kysely<DB>,
  { search, sort, status, page }: VouchersInput,
): Promise<{ rows: VoucherRow[]; hasMore: boolean }> {
  const { limit, offset } = pageWindow(page);
  const rows = await db
    .selectFrom('serviceVouchers as voucher')
    .innerJoin('partners', 'partners.id', 'voucher.partnerId')
    .leftJoin('profiles', 'profiles.id', 'voucher.userId')
    .leftJoin('rifaWinners as winner', 'winner.id', 'voucher.winnerId')
    .select(['voucher.id', 'voucher.voucherCode', 'voucher.prizeName', 'voucher.serviceType'])
    .select(['voucher.status', 'voucher.userId', 'voucher.createdAt', 'voucher.expiresAt'])
    .select(['voucher.validatedAt', 'partners.companyName', 'profiles.email'])
    .select((eb) => eb.fn.coalesce('profiles.name', 'winner.winnerName').as('winner'))
    .$if(status !== '', (query) => query.where('voucher.status', '=', status))
    .$if(search.trim() !== '', (query) => query.where(found(search.trim())))
    .$if(sort === 'newest', (query) => query.orderBy('voucher.createdAt', 'desc'))
    .$if(sort === 'expiry' && status === '', (query) => query.where('voucher.status', '=', 'pending'))
    .$if(sort === 'expiry', (query) => query.orderBy('voucher.expiresAt'))
    .$if(sort === 'validated', (query) =>
      query.where('voucher.validatedAt', 'is not', null).orderBy('voucher.validatedAt', 'desc'),
    )
    .orderBy('voucher.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return toListPage(
    rows.map(({ userId, ...row }) => ({
      ...row,
      winner: row.winner ?? '',
      hasAccount: userId !== null,
      status: row.status as VoucherStatus,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      validatedAt: row.validatedAt?.toISOString() ?? null,
    })),
  );
}
