/** Requirements of the first order: a CPF and accepted terms of use, which state the minimum age. */
import { randomUUID } from 'node:crypto';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { createRouterClient, ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { termsRoutes } from '../accounts/terms/terms.routes.ts';
import { addBuyer, checkNumberCounts } from '../orders/orders.testing.ts';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createCheckoutRoutes } from './checkout.routes.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

interface StatedDetails {
  cpf?: string;
  email?: string;
  acceptedTerms?: number;
}

function clientOf(userId: string) {
  const routes = {
    ...termsRoutes,
    ...createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
  };
  return createRouterClient(routes, { context: testContext(bed.platform, { userId }) });
}

async function buy(userId: string, rifaId: string, { cpf, email, acceptedTerms }: StatedDetails = {}) {
  try {
    await clientOf(userId).startPayment({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        items: [{ title: 'Moto', quantity: 1, price: 2, selected_numbers: [], rifaId }],
        customerInfo: { name: 'Ana Souza', email: email ?? `${userId}@exemplo.com.br`, cpf },
        acceptedTerms,
      },
    });
    return 'bought';
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    const { reason } = (error.data ?? {}) as { reason?: string };
    return reason ? `${error.code} ${reason}` : error.code;
  }
}

/** An eligible existing buyer without a CPF or accepted terms. */
async function newBuyer({ cpf = null as string | null, terms = false } = {}): Promise<string> {
  const userId = await addBuyer(bed.db, { city: 'Maceió', state: 'AL', birthDate: '1990-02-28', cpf });
  const email = `${userId}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
  if (!terms) await bed.db.deleteFrom('termsAcceptances').where('userId', '=', userId).execute();
  return userId;
}

test('asks for the CPF once, and never reserves without it', async () => {
  const rifaId = await bed.rifa();
  const buyer = await newBuyer({ terms: true });
  expect(await buy(buyer, rifaId)).toBe('NOT_ELIGIBLE cpf_unknown');
  expect(await buy(buyer, rifaId, { cpf: '111.111.111-11' })).toBe('INVALID_CUSTOMER');
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 0 });
  expect(await buy(buyer, rifaId, { cpf: newCpf() })).toBe('bought');
  expect(await buy(buyer, rifaId)).toBe('bought');
});

test('finds the person of an account whose CPF was stated with another contact address', async () => {
  const rifaId = await bed.rifa();
  const buyer = await newBuyer({ terms: true });
  const order = { cpf: newCpf(), email: 'irma@exemplo.com.br' };
  expect(await buy(buyer, rifaId, order)).toBe('bought');
  // The stored CPF may belong to the sister, so the order asks for it again.
  expect(await buy(buyer, rifaId)).toBe('NOT_ELIGIBLE cpf_unknown');
});

test('rejects the CPF of another account', async () => {
  const rifaId = await bed.rifa();
  const cpf = newCpf();
  expect(await buy(await newBuyer({ terms: true }), rifaId, { cpf })).toBe('bought');
  expect(await buy(await newBuyer({ terms: true }), rifaId, { cpf })).toBe('PERSON_CONFLICT other_account');
});

test('asks an existing account for the terms once, and records version and time', async () => {
  const rifaId = await bed.rifa();
  const buyer = await newBuyer({ cpf: newCpf() });
  expect(await buy(buyer, rifaId)).toBe('TERMS_NOT_ACCEPTED');
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 0 });
  expect(await clientOf(buyer).terms()).toBeNull();
  expect(await buy(buyer, rifaId, { acceptedTerms: TERMS.version + 1 })).toBe('BAD_REQUEST');
  expect(await buy(buyer, rifaId, { acceptedTerms: TERMS.version })).toBe('bought');
  const accepted = await clientOf(buyer).terms();
  expect(accepted).toMatchObject({ version: TERMS.version });
  bed.clock.advance(60);
  expect(await buy(buyer, rifaId)).toBe('bought');
  expect(await buy(buyer, rifaId, { acceptedTerms: TERMS.version })).toBe('bought');
  expect(await clientOf(buyer).terms()).toEqual(accepted);
  bed.clock.advance(-60);
});

test('asks again when a new version of the terms is in force', async () => {
  const rifaId = await bed.rifa();
  const buyer = await newBuyer({ terms: true, cpf: newCpf() });
  expect(await buy(buyer, rifaId)).toBe('bought');
  // The buyer accepted the previous version.
  await bed.pool.query('alter table terms_acceptances drop constraint terms_acceptances_version_check');
  await bed.pool.query('update terms_acceptances set version = version - 1 where user_id = $1', [buyer]);
  expect(await buy(buyer, rifaId)).toBe('TERMS_NOT_ACCEPTED');
  expect(await buy(buyer, rifaId, { acceptedTerms: TERMS.version })).toBe('bought');
  const { rows } = await bed.pool.query(
    'select version from terms_acceptances where user_id = $1 order by version',
    [buyer],
  );
  expect(rows).toEqual([{ version: TERMS.version - 1 }, { version: TERMS.version }]);
});
