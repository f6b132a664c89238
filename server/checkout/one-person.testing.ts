/** Accounts of one person, which buy as the browser does. */
import { randomInt, randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { expect } from 'vitest';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { accountsRoutes } from '../accounts/accounts.routes.ts';
import { ownLimitsRoutes } from '../accounts/limits/own-limits.routes.ts';
import { phonesRoutes } from '../accounts/phones/phones.routes.ts';
import { deliverOutbox } from '../mail/outbox/outbox.testing.ts';
import type { SendMessage } from '../mail/outbox/send-messages.ts';
import { createPaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { rifasRoutes } from '../rifas/rifas.routes.ts';
import { createCheckoutRoutes } from './checkout.routes.ts';

export type PersonTestbed = Awaited<ReturnType<typeof createPersonTestbed>>;

interface Purchase {
  quantity?: number;
  contact?: string;
  cpf?: string;
  /** Idempotency key. */
  key?: string;
}

export async function outcomeOf(attempt: Promise<unknown>, success = 'bought'): Promise<string> {
  try {
    await attempt;
    return success;
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    const { reason } = (error.data ?? {}) as { reason?: string };
    return reason ? `${error.code} ${reason}` : error.code;
  }
}

export const newPhone = () => `829${String(randomInt(1e8)).padStart(8, '0')}`;

export async function createPersonTestbed() {
  const bed = await createPaymentsTestbed();

  async function newAccount() {
    const userId = await bed.buyer();
    const email = `${userId}@exemplo.com.br`;
    await bed.db.updateTable('profiles').set({ email, cpf: null }).where('id', '=', userId).execute();
    await bed.db
      .updateTable('auth.users')
      .set({ emailConfirmedAt: bed.clock.now() })
      .where('id', '=', userId)
      .execute();
    const routes = {
      ...accountsRoutes,
      ...ownLimitsRoutes,
      ...createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
      participation: rifasRoutes.participation,
    };
    const api = createRouterClient(routes, { context: testContext(bed.platform, { userId }) });
    const buy = (rifaId: string, { quantity = 1, contact = email, cpf, key = randomUUID() }: Purchase = {}) =>
      outcomeOf(
        api.startPayment({
          headers: { 'idempotency-key': key },
          body: {
            items: [{ title: 'Moto', quantity, price: 2, selected_numbers: [], rifaId }],
            customerInfo: { name: 'Ana Souza', email: contact, ...(cpf && { cpf }) },
            acceptedRegulations: [],
          },
        }),
      );
    return { userId, email, api, buy };
  }

  type Account = Awaited<ReturnType<typeof newAccount>>;

  /** Enters the code of a phone, as for WhatsApp messages. */
  async function verifyPhone({ userId }: Account, phone: string) {
    const now = bed.clock.now();
    await bed.db
      .insertInto('whatsappContacts')
      .values({ userId, phone, codeEndsAt: now, confirmedAt: now, textVersion: 1 })
      .execute();
  }

  /** Requests a code and enters it. */
  async function confirmPhone({ userId }: Account, phone: string): Promise<string> {
    const texts: string[] = [];
    const context = {
      ...testContext(bed.platform, { userId }),
      ipAddress: `198.${randomInt(256)}.${randomInt(256)}.7`,
    };
    const api = createRouterClient(phonesRoutes, { context });
    // Limits of messages have their own tests.
    await bed.db.deleteFrom('auth.rateLimits').execute();
    await api.startPhoneConfirmation({ phone });
    const sms: SendMessage<'sms'> = async ({ to, text }) => {
      if (to === `55${phone}`) texts.push(text);
      return 'sent';
    };
    await deliverOutbox(bed.platform, { sms });
    return outcomeOf(api.confirmPhone({ code: /\d{6}/.exec(texts.at(-1)!)![0] }), 'confirmed');
  }

  /** Two accounts that were joined by the same CPF and the same verified phone. */
  async function newPersonWithTwoAccounts() {
    const [first, second] = [await newAccount(), await newAccount()];
    const cpf = newCpf();
    const phone = `55${newPhone()}`;
    await verifyPhone(first, phone);
    await verifyPhone(second, phone);
    const rifaId = await bed.rifa();
    expect(await first.buy(rifaId, { cpf })).toBe('bought');
    expect(await second.buy(rifaId, { cpf })).toBe('bought');
    return { first, second, cpf };
  }

  return { ...bed, newAccount, confirmPhone, newPersonWithTwoAccounts };
}
