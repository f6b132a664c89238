/** What the tests of partners share. */
import { randomUUID } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { makeVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { voucherExpiry } from '@mare/domain/partners/partner-terms.ts';
import type { Platform } from '../platform/platform.ts';

type Needs = Pick<Platform, 'db' | 'clock'>;

export async function addPartner(
  { db, clock }: Needs,
  more: { status?: string; email?: string; serviceTypes?: string[]; city?: string } = {},
) {
  const id = randomUUID();
  return db
    .insertInto('partners')
    .values({
      id,
      companyName: 'Espaço Maresia Spa',
      contactName: 'Luciana Tenório',
      email: `${id}@exemplo.com.br`,
      phone: '82999990001',
      status: 'active',
      serviceTypes: ['massagem'],
      city: 'Maceió',
      state: 'AL',
      createdAt: clock.now(),
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function addVoucher({ db, clock }: Needs, partnerId: string, userId: string) {
  const code = makeVoucherCode((count) => randomBytes(count));
  const createdAt = clock.now();
  return db
    .insertInto('serviceVouchers')
    .values({
      id: randomUUID(),
      partnerId,
      userId,
      voucherCode: code,
      serviceType: 'massagem',
      prizeName: 'Massagem relaxante',
      qrCodeData: `http://localhost/parceiro?voucher=${code}`,
      createdAt,
      expiresAt: voucherExpiry(createdAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
