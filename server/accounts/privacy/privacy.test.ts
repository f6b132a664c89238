import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMigrations } from '@mare/database/migrating/migrate.ts';
import { buyerCommitment, buyerSalt } from '@mare/domain/transparency/receipts/receipt.ts';
import { recordReceipt } from '../../orders/lifecycle/record-receipt.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { eraseAgainJob } from './erase-again.job.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { addOrder, apiOf, addActivityOf, newPerson, PASSWORD, findColumns } from './privacy.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

test('every table that refers to users is in the inventory', async () => {
  const { rows } = await sql<{ from: string }>`
    select distinct conrelid::regclass::text as "from" from pg_constraint
     where contype = 'f' and confrelid in ('profiles'::regclass, 'auth.users'::regclass)`.execute(
    service.platform.db,
  );
  const inventory = new Set(PERSONAL_DATA.map(({ table }) => table));
  expect(rows.map((row) => row.from).filter((table) => !inventory.has(table))).toEqual([]);
});

test('exports all data of the user, without secrets or data of others', async () => {
  const [person, other] = [await newPerson(service), await newPerson(service)];
  await addActivityOf(service, person);
  await addActivityOf(service, other);
  const data = await (await apiOf(service, person)).exportOwnData();
  const sections = PERSONAL_DATA.flatMap(({ section }) => section ?? []);
  expect(Object.keys(data).toSorted()).toEqual(['geradoEm', ...sections].toSorted());
  for (const section of ['perfil', 'pedidos', 'cotas', 'cobrancas', 'notificacoes'])
    expect(data[section]).toHaveLength(1);
  expect(data.chamados).toHaveLength(2);
  const text = JSON.stringify(data);
  for (const own of [person.name, person.email, person.cpf, person.phone]) expect(text).toContain(own);
  for (const theirs of [other.email, other.name]) expect(text).not.toContain(theirs);
  expect(text).not.toMatch(/passwordHash|refreshKey|secret|argon2/i);
});

test('notifies the owner by mail and on the site that the data was exported', async () => {
  const person = await newPerson(service);
  const { id } = (await person.client.getUser()).data.user!;
  await (await apiOf(service, person)).exportOwnData();
  const { subject, text } = await service.mailbox.next(person.email);
  expect(subject).toContain('Seus dados foram baixados');
  expect(text).toContain('Se não foi, troque a sua senha agora e encerre as outras sessões.');
  const { db } = service.platform;
  const events = await db
    .selectFrom('auth.securityEvents')
    .select('event')
    .where('userId', '=', id)
    .execute();
  expect(events).toContainEqual({ event: 'data_exported' });
  const notices = await db.selectFrom('notifications').select('title').where('userId', '=', id).execute();
  expect(notices).toContainEqual({ title: 'Seus dados foram baixados' });
});

describe('deletion', () => {
  test('removes e-mail, name, CPF and phone from the whole database', async () => {
    const person = await newPerson(service);
    const order = await addActivityOf(service, person);
    const marks = [person.email, person.name, person.cpf, person.phone];
    expect((await findColumns(service, marks)).length).toBeGreaterThan(12);
    await service.mailbox.next(person.email);
    await (await apiOf(service, person)).deleteAccount();
    expect(await findColumns(service, marks)).toEqual([]);
    const keptOrder = await service.platform.db
      .selectFrom('orders')
      .select(['status', 'totalAmount'])
      .where('id', '=', order.id)
      .executeTakeFirst();
    expect(keptOrder).toEqual({ status: 'paid', totalAmount: '2.00' });
    expect((await person.client.getUser()).error).toBeTruthy();
    const credentials = { email: person.email, password: PASSWORD };
    expect((await service.newClient().signInWithPassword(credentials)).error).toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await service.newClient().signUp(credentials)).error).toBeNull();
  });

  test('removes what opens the name and CPF behind receipts of the public log', async () => {
    const person = await newPerson(service);
    const { db } = service.platform;
    const order = await addActivityOf(service, person);
    const paid = await db
      .selectFrom('orders')
      .select(['id', 'customer', 'paidAt'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const receiptNonce = randomBytes(32);
    await db.updateTable('orders').set({ receiptNonce }).where('id', '=', order.id).execute();
    const lines = [{ rifaId: order.rifaId, numbers: [7] }];
    await db
      .transaction()
      .execute((trx) => recordReceipt(trx, { ...paid, receiptNonce }, lines, paid.paidAt!));
    const hex = receiptNonce.toString('hex');
    const readReceipt = () =>
      db
        .selectFrom('orders')
        .innerJoin('orderReceipts', 'orderReceipts.orderId', 'orders.id')
        .select(['receipt', 'nonce', 'receiptNonce'])
        .where('orders.id', '=', order.id)
        .executeTakeFirstOrThrow();
    const before = await readReceipt();
    const commitment = buyerCommitment({ name: person.name, cpf: person.cpf, salt: buyerSalt(hex) });
    expect(before.receipt).toContain(`comprador ${commitment}`);
    await (await apiOf(service, person)).deleteAccount();
    expect(await readReceipt()).toEqual({ receipt: before.receipt, nonce: null, receiptNonce: null });
    // Receipts stay immutable otherwise.
    await expect(
      db.updateTable('orderReceipts').set({ nonce: receiptNonce }).where('orderId', '=', order.id).execute(),
    ).rejects.toThrow('append-only');
  });

  test('closes open tickets, which can no longer be answered', async () => {
    const person = await newPerson(service);
    await addActivityOf(service, person);
    const { db } = service.platform;
    const ownTickets = await db
      .selectFrom('supportTickets')
      .select('id')
      .where((eb) => eb.or([eb('userId', '=', person.userId), eb('contactEmail', '=', person.email)]))
      .execute();
    await (await apiOf(service, person)).deleteAccount();
    const tickets = await db
      .selectFrom('supportTickets')
      .select(['status', 'awaitingAnswer', 'closedUnresolved'])
      .where(
        'id',
        'in',
        ownTickets.map(({ id }) => id),
      )
      .execute();
    expect(tickets).toEqual(
      ownTickets.map(() => ({ status: 'closed', awaitingAnswer: false, closedUnresolved: true })),
    );
    expect(tickets).toHaveLength(2);
  });

  test('the migration closes tickets of already deleted accounts', async () => {
    const [deleted, other] = [await newPerson(service), await newPerson(service)];
    await addActivityOf(service, deleted);
    await addActivityOf(service, other);
    const { db } = service.platform;
    const ticketsOf = ({ userId, email }: typeof deleted) =>
      db
        .selectFrom('supportTickets')
        .where((eb) => eb.or([eb('userId', '=', userId), eb('contactEmail', '=', email)]))
        .select(['id', 'status'])
        .execute();
    const deletedTickets = (await ticketsOf(deleted)).map(({ id }) => id);
    const otherTickets = await ticketsOf(other);
    expect([deletedTickets, otherTickets]).toMatchObject([{ length: 2 }, { length: 2 }]);
    await (await apiOf(service, deleted)).deleteAccount();
    const asBefore = { resolvedAt: null, closedUnresolved: false, awaitingAnswer: true };
    // Tickets keep their state: one open, one resolved.
    const [open, resolved] = deletedTickets;
    const resolvedAt = new Date('2026-11-01T12:00:00Z');
    const updateTicket = (id: string, values: object) =>
      db
        .updateTable('supportTickets')
        .set({ ...asBefore, ...values })
        .where('id', '=', id)
        .execute();
    await updateTicket(open!, { status: 'open' });
    await updateTicket(resolved!, { status: 'resolved', resolvedAt });
    await sql.raw(readMigrations().find(({ name }) => name.startsWith('1065'))!.sql).execute(db);
    const readTicket = (id: string) =>
      db
        .selectFrom('supportTickets')
        .select(['status', 'awaitingAnswer', 'closedUnresolved', 'resolvedAt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect(await readTicket(open!)).toEqual({
      status: 'closed',
      awaitingAnswer: false,
      closedUnresolved: true,
      resolvedAt: expect.any(Date) as Date,
    });
    expect(await readTicket(resolved!)).toEqual({
      status: 'resolved',
      awaitingAnswer: false,
      closedUnresolved: false,
      resolvedAt,
    });
    expect(await ticketsOf(other)).toEqual(otherTickets);
  });

  test('erases data written during the deletion an hour later', async () => {
    const person = await newPerson(service);
    await (await apiOf(service, person)).deleteAccount();
    await addOrder(service, person, 'paid', 'completed');
    expect(await findColumns(service, [person.cpf])).toEqual([
      'public.orders.customer',
      'public.payment_attempts.request',
    ]);
    await eraseAgainJob.handle(service.platform, { userId: person.userId });
    expect(await findColumns(service, [person.cpf])).toEqual([]);
  });

  test.each([
    ['an unpaid order', 'pending', 'active', { pendingOrders: 1 }],
    ['a future draw', 'paid', 'closed', { openDraws: 1 }],
  ] as const)('waits for %s', async (_, status, rifaStatus, matters) => {
    const person = await newPerson(service);
    await addOrder(service, person, status, rifaStatus);
    const api = await apiOf(service, person);
    expect(await api.openMatters()).toMatchObject(matters);
    await expect(api.deleteAccount()).rejects.toMatchObject({
      code: 'ACCOUNT_IN_USE',
      data: matters,
    });
    expect(await findColumns(service, [person.email])).not.toEqual([]);
  });

  test.each([
    ['that may still be claimed', 3, 'open', 1],
    ['unclaimed in time', -3, 'open', 0],
    ['claimed long ago and not delivered', -90, 'claimed', 1],
    ['delivered a day after the draw', 29, 'delivered', 0],
  ])('counts a prize %s', async (_, days, state, prizes) => {
    const person = await newPerson(service);
    const { rifaId } = await addOrder(service, person, 'paid', 'completed');
    const { db, clock } = service.platform;
    const now = clock.now();
    const { id: winnerId } = await db
      .insertInto('rifaWinners')
      .values({ rifaId, winnerName: 'Ana', winnerNumber: 7, winnerPosition: 1, userId: person.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const claimUntil = new Date(now.getTime() + days * 86_400_000);
    const claimed = state === 'open' ? {} : { claimedAt: now };
    const delivered = state === 'delivered' ? { deliveredAt: now, deliveryNote: 'em mãos' } : {};
    await db
      .insertInto('prizeClaims')
      .values({ winnerId, state, claimUntil, ...claimed, ...delivered })
      .execute();
    expect(await (await apiOf(service, person)).openMatters()).toMatchObject({ prizes });
  });

  test('requires a recent proof', async () => {
    const person = await newPerson(service);
    const api = await apiOf(service, person);
    service.clock.advance(700);
    await expect(api.deleteAccount()).rejects.toMatchObject({
      code: 'RECENT_PROOF_REQUIRED',
      data: { needs: 'password' },
    });
    await api.prove({ password: PASSWORD });
    expect(await api.deleteAccount()).toEqual({ deleted: true });
  });
});
