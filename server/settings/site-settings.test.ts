import { createRouterClient, type ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SettingChange } from '@mare/contract/admin/settings-admin.ts';
import { addBuyer } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createRouter } from '../composition/router.ts';
import { createServices, type Services } from '../composition/services.ts';
import { mailerWithState } from '../mail/mailer-with-state.ts';

let bed: PaymentsTestbed;
let services: Services;
let adminId: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  services = createServices(bed.platform);
  adminId = await addBuyer(bed.db);
});
afterAll(async () => {
  await services.stop();
  await bed.close();
});

const clientOf = (caller: { userId: string; role?: 'admin' } | null) =>
  createRouterClient(createRouter(services), { context: testContext(bed.platform, caller) });
const admin = () => clientOf({ userId: adminId, role: 'admin' });

async function set(change: SettingChange, key: 'brand' | 'announcement' | 'features' | 'contacts') {
  const { [key]: before } = await admin().admin.settings.read();
  await admin().admin.settings.save({ version: before.version, change });
}

// @covers panel: settings: name, texts, colours that can be read, announcement, open parts of the shop
//   [server/settings/read-site.ts]
test('serves name, texts, colours and announcement, except unreadable colours', async () => {
  expect(await clientOf(null).site.read()).toMatchObject({
    name: 'Maré da Sorte',
    css: '',
    announcement: null,
    hasPaymentPage: true,
  });
  const brand = {
    name: 'Sorte do Vale',
    heroTitle: 'A sorte mora aqui',
    heroText: 'Participe.',
    brandColour: '#6a1b9a',
    buttonColour: null,
  };
  await set({ key: 'brand', value: brand }, 'brand');
  await set(
    { key: 'announcement', value: { text: 'Rifa nova!', href: '/ranking', until: null } },
    'announcement',
  );
  const site = await clientOf(null).site.read();
  expect(site).toMatchObject({
    name: 'Sorte do Vale',
    heroTitle: 'A sorte mora aqui',
    announcement: { text: 'Rifa nova!', href: '/ranking' },
  });
  expect(site.css).toMatch(/^:root\{--color-sea:light-dark\(#6a1b9a,#[0-9a-f]{6}\);/);
  expect(site.css).not.toContain('coral');
  await expect(
    set({ key: 'brand', value: { ...brand, brandColour: '#ffee00' } }, 'brand'),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(
    set({ key: 'announcement', value: { text: 'x', href: '//mal.example', until: null } }, 'announcement'),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const over = '2020-01-01T00:00:00.000Z';
  await set({ key: 'announcement', value: { text: 'Já passou', href: '', until: over } }, 'announcement');
  expect((await clientOf(null).site.read()).announcement).toBeNull();
});

test('rejects calls to a closed feature until it opens again', async () => {
  const open = {
    sales: true,
    affiliates: true,
    partnerApplications: true,
    newsletter: true,
    groupPurchases: true,
    pixOnPage: true,
    confirmedPhone: false,
  };
  const closed = {
    sales: false,
    affiliates: false,
    partnerApplications: false,
    newsletter: false,
    groupPurchases: false,
    pixOnPage: false,
    confirmedPhone: true,
  };
  const buyer = clientOf({ userId: await addBuyer(bed.db) });
  const buy = () =>
    buyer.checkout.startPayment({
      headers: { 'idempotency-key': 'abcdefgh' },
      body: {
        items: [{ title: 'x', quantity: 1, price: 1, selected_numbers: [], rifaId: crypto.randomUUID() }],
        customerInfo: { name: 'Ana', email: 'ana@exemplo.com.br' },
      },
    });
  const code = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => (error as ORPCError<string, unknown>).code,
    );
  await set({ key: 'features', value: closed }, 'features');
  expect(await code(buy())).toBe('FEATURE_CLOSED');
  expect(await code(buyer.campaigns.subscribe({ email: 'ana@exemplo.com.br' }))).toBe('FEATURE_CLOSED');
  expect(await code(buyer.affiliates.activate())).toBe('FEATURE_CLOSED');
  await set({ key: 'features', value: open }, 'features');
  expect(await code(buy())).toBe('RIFA_NOT_ACTIVE');
  expect(await code(buyer.affiliates.activate())).toBe('done');
  await set({ key: 'features', value: closed }, 'features');
  expect(await code(buyer.affiliates.activate())).toBe('done');
  await set({ key: 'features', value: open }, 'features');
});

// @covers panel: settings: state of payments, mail and background work; 'Como a loja está'
//   [server/admin/read-shop-state.ts]
test('reports the state of payments, mail and jobs', async () => {
  const before = await admin().admin.settings.state();
  expect(before).toMatchObject({
    demo: true,
    payments: { providers: [{ provider: 'sandbox' }], webhooksFailed: 0 },
    mail: { lastSentAt: null, lastFailedAt: null },
  });
  let isBroken = true;
  const mailer = mailerWithState(bed.platform, {
    send: () => (isBroken ? Promise.reject(new Error('no route')) : Promise.resolve()),
  });
  const mail = { kind: 'essential' as const, to: 'a@exemplo.com.br', subject: 's', text: 't', html: 'h' };
  await expect(mailer.send(mail)).rejects.toThrow('no route');
  expect((await admin().admin.settings.state()).mail).toMatchObject({
    lastError: 'no route',
    lastSentAt: null,
  });
  isBroken = false;
  await mailer.send(mail);
  expect((await admin().admin.settings.state()).mail.lastSentAt).not.toBeNull();
});

test('reports persons hashed with an unknown key', async () => {
  const { unknownPersons: before } = await admin().admin.settings.state();
  const userId = await addBuyer(bed.db);
  const person = { cpfHash: Buffer.alloc(32, 7), keyId: 'lost', confirmedAt: new Date() };
  await bed.db
    .insertInto('persons')
    .values({ id: userId, ...person })
    .execute();
  expect((await admin().admin.settings.state()).unknownPersons).toBe(before + 1);
  await bed.db.deleteFrom('persons').where('id', '=', userId).execute();
});

test('serves no contact, network or badge until an admin enters one', async () => {
  const identity = { organiser: '', cnpj: '', address: '', privacyEmail: '' };
  const networks = { instagram: '', facebook: '', twitter: '' };
  const none = { email: '', whatsApp: '', hours: '', badges: [], ...networks, ...identity };
  expect((await clientOf(null).site.read()).contacts).toEqual(none);
  const contacts = { ...none, instagram: 'https://www.instagram.com/sorte', badges: ['SSL Seguro'] };
  await set({ key: 'contacts', value: contacts }, 'contacts');
  expect((await clientOf(null).site.read()).contacts).toEqual(contacts);
  for (const wrong of [
    { instagram: 'javascript:alert(1)' },
    { facebook: 'http://facebook.com/x' },
    { whatsApp: '123' },
    { email: 'x' },
    { cnpj: '11222333000180' },
    { privacyEmail: 'x' },
    { badges: Array.from({ length: 7 }, (_, index) => `Selo ${index}`) },
  ])
    await expect(
      set({ key: 'contacts', value: { ...contacts, ...wrong } }, 'contacts'),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('updates the launch checklist with the settings', async () => {
  const missing = async () =>
    (await admin().admin.settings.state()).launch.filter(({ done }) => !done).map(({ step }) => step);
  expect(await missing()).toEqual(expect.arrayContaining(['organiser', 'payments', 'privacy', 'support']));
  const { contacts } = await admin().admin.settings.read();
  const value = {
    ...contacts.value,
    email: 'ajuda@exemplo.com.br',
    organiser: 'Sorte Ltda.',
    cnpj: '11222333000181',
    address: 'Rua do Sol, 1, Maceió',
    privacyEmail: 'dados@exemplo.com.br',
  };
  await set({ key: 'contacts', value }, 'contacts');
  const left = await missing();
  for (const step of ['organiser', 'privacy', 'support']) expect(left).not.toContain(step);
  // The simulator is not a real provider.
  expect(left).toContain('payments');
});
