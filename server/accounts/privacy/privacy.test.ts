import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRifa } from '../../orders/orders.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { authenticate } from '../authenticate.ts';
import { startAuthService, type TestAuthService } from '../testing.ts';
import { eraseAgainJob } from './erase-again.job.ts';
import { HELD_DATA } from './held-data.ts';
import { privacyRoutes } from './privacy.routes.ts';

const PASSWORD = 'segredo123';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

let people = 0;

/** Somebody whose name, address, CPF and phone stand nowhere else in the database. */
async function newPerson() {
  people += 1;
  const marks = {
    name: `Quitéria Zumbi ${randomUUID()}`,
    email: `quiteria.${randomUUID()}@example.com`,
    cpf: `5299822${String(4000 + people)}`,
    phone: `8297777${String(1000 + people)}`,
  };
  const client = service.newClient();
  const signed = await client.signUp({
    email: marks.email,
    password: PASSWORD,
    options: { data: { name: marks.name } },
  });
  const userId = signed.data.user!.id;
  await service.platform.db
    .updateTable('profiles')
    .set({ cpf: marks.cpf, phone: marks.phone, city: 'Maceió', state: 'AL', birthDate: '1990-01-01' })
    .where('id', '=', userId)
    .execute();
  return { ...marks, client, userId };
}

type NewPerson = Awaited<ReturnType<typeof newPerson>>;

async function apiOf({ client }: Pick<NewPerson, 'client'>) {
  const token = (await client.getSession()).data.session!.access_token;
  const principal = await authenticate(service.platform, `Bearer ${token}`);
  return createRouterClient(privacyRoutes, { context: testContext(service.platform, principal) });
}

async function addOrder(person: NewPerson, status: 'paid' | 'pending', rifaStatus: string) {
  const { db, clock } = service.platform;
  const rifaId = await addRifa(db, 1000, { status: rifaStatus });
  const id = randomUUID();
  const now = clock.now();
  const { name, email, cpf, phone } = person;
  await db
    .insertInto('orders')
    .values({
      id,
      externalReference: randomUUID(),
      userId: person.userId,
      clientRequestId: randomUUID(),
      rifaId,
      quantity: 1,
      totalAmount: '2.00',
      customer: JSON.stringify({ name, email, cpf, phone }),
      status,
      holdExpiresAt: now,
      paidAt: status === 'paid' ? now : null,
    })
    .execute();
  await db
    .insertInto('orderItems')
    .values({
      orderId: id,
      rifaId,
      quantity: 1,
      unitPrice: '2.00',
      totalAmount: '2.00',
      selectedNumbers: [7],
    })
    .execute();
  await db
    .insertInto('paymentAttempts')
    .values({
      id: randomUUID(),
      orderId: id,
      provider: 'sandbox',
      kind: 'pix',
      idempotencyKey: randomUUID(),
      amount: '2.00',
      state: 'closed',
      request: JSON.stringify({ buyer: { name, email, cpf, phone } }),
    })
    .execute();
  return { id, rifaId };
}

/** Leaves something of the person in every corner of the product. */
async function liveALittle(person: NewPerson) {
  const { db, clock, jobs } = service.platform;
  const now = clock.now();
  const { userId, name, email, phone } = person;
  const order = await addOrder(person, 'paid', 'completed');
  await db
    .insertInto('rifaWinners')
    .values({
      rifaId: order.rifaId,
      winnerName: name,
      winnerEmail: email,
      winnerNumber: 7,
      winnerPosition: 1,
      userId,
      createdAt: new Date(now.getTime() - 40 * 86_400_000),
    })
    .execute();
  const ticket = { id: randomUUID(), userId, subject: `Sou ${name}`, message: `Me ligue: ${phone}` };
  await db
    .insertInto('supportTickets')
    .values({ ...ticket, createdAt: now, updatedAt: now, slaResponseDue: now })
    .execute();
  await db
    .insertInto('supportTickets')
    .values({
      id: randomUUID(),
      contactName: name,
      contactEmail: email,
      contactSubject: 'outro',
      subject: 'outro',
      message: `CPF ${person.cpf}`,
      createdAt: now,
      updatedAt: now,
      slaResponseDue: now,
    })
    .execute();
  await db
    .insertInto('newsletterSubscribers')
    .values({ email, confirmationHash: Buffer.from(randomUUID()), confirmedAt: now })
    .execute();
  await db
    .insertInto('notifications')
    .values({ id: randomUUID(), userId, type: 'info', title: `Olá, ${name}`, message: email, createdAt: now })
    .execute();
  const entry = { action: 'x', entityType: 'profile', createdAt: now };
  await db
    .insertInto('activityLogs')
    .values([
      { ...entry, userId, details: JSON.stringify({ description: name }), ipAddress: '203.0.113.9' },
      { ...entry, userId: null, details: JSON.stringify({ description: `Escreveu para ${email}` }) },
    ])
    .execute();
  const sessionId = `anon_${randomUUID()}`;
  await db.insertInto('anonymousCartSessions').values({ sessionId, userId }).execute();
  await db
    .insertInto('anonymousCartItems')
    .values({
      id: randomUUID(),
      sessionId,
      rifaId: order.rifaId,
      quantity: 1,
      selectedNumbers: [1],
      rifaData: '{}',
    })
    .execute();
  await db.insertInto('emailPreferences').values({ userId, updatedAt: now }).execute();
  await db.insertInto('ownLimits').values({ userId, updatedAt: now }).execute();
  await db
    .insertInto('affiliates')
    .values({
      id: randomUUID(),
      userId,
      affiliateCode: randomUUID().slice(0, 8).toUpperCase(),
      pixKeyType: 'email',
      pixKey: email,
      createdAt: now,
    })
    .execute();
  await db
    .insertInto('personNotes')
    .values({ id: randomUUID(), userId, note: `Ligar para ${phone}`, createdAt: now })
    .execute();
  await person.client.mfa.enroll({ factorType: 'phone', phone: `+55${phone}` });
  await person.client.updateUser({ email: `novo.${email}` });
  await jobs.enqueue(
    db,
    'erase-again',
    { email, userId: randomUUID() },
    { startAfter: new Date('2100-01-01') },
  );
  return order;
}

/** Every place of the database that holds one of the texts; the sandbox stands for the provider's own. */
async function placesOf(texts: string[]): Promise<string[]> {
  const { rows: columns } = await service.platform.pool.query<{
    place: string;
    from: string;
    column: string;
  }>(
    `select format('%s.%s.%s', table_schema, table_name, column_name) as place,
            format('%I.%I', table_schema, table_name) as "from", format('%I', column_name) as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'sandbox')
        and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'USER-DEFINED')`,
  );
  expect(columns.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { place, from, column } of columns) {
    const { rows } = await service.platform.pool.query<{ hits: number }>(
      `select count(*)::int as hits from ${from} where exists
         (select from unnest($1::text[]) as wanted where position(lower(wanted) in lower(${column}::text)) > 0)`,
      [texts],
    );
    if (rows[0]!.hits > 0) found.push(place);
  }
  return found;
}

test('every table that refers to people says what becomes of it', async () => {
  const { rows } = await sql<{ from: string }>`
    select distinct conrelid::regclass::text as "from" from pg_constraint
     where contype = 'f' and confrelid in ('profiles'::regclass, 'auth.users'::regclass)`.execute(
    service.platform.db,
  );
  const held = new Set(HELD_DATA.map(({ table }) => table));
  expect(rows.map((row) => row.from).filter((table) => !held.has(table))).toEqual([]);
});

test('the export holds everything of the person, and nothing secret or of anybody else', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  await liveALittle(person);
  await liveALittle(other);
  const data = await (await apiOf(person)).exportOwnData();
  const wanted = HELD_DATA.flatMap(({ section }) => section ?? []);
  expect(Object.keys(data).toSorted()).toEqual(['geradoEm', ...wanted].toSorted());
  for (const section of ['perfil', 'pedidos', 'cotas', 'cobrancas', 'notificacoes'])
    expect(data[section]).toHaveLength(1);
  expect(data.chamados).toHaveLength(2);
  const text = JSON.stringify(data);
  for (const own of [person.name, person.email, person.cpf, person.phone]) expect(text).toContain(own);
  for (const theirs of [other.email, other.name]) expect(text).not.toContain(theirs);
  expect(text).not.toMatch(/passwordHash|refreshKey|secret|argon2/i);
});

describe('deletion', () => {
  test('leaves the person’s e-mail, name, CPF and phone nowhere in the database', async () => {
    const person = await newPerson();
    const order = await liveALittle(person);
    const marks = [person.email, person.name, person.cpf, person.phone];
    expect((await placesOf(marks)).length).toBeGreaterThan(12);
    await service.mailbox.next(person.email);
    await (await apiOf(person)).deleteAccount({ password: PASSWORD });
    expect(await placesOf(marks)).toEqual([]);
    const kept = await service.platform.db
      .selectFrom('orders')
      .select(['status', 'totalAmount'])
      .where('id', '=', order.id)
      .executeTakeFirst();
    expect(kept).toEqual({ status: 'paid', totalAmount: '2.00' });
    expect((await person.client.getUser()).error).toBeTruthy();
    const entry = { email: person.email, password: PASSWORD };
    expect((await service.newClient().signInWithPassword(entry)).error).toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await service.newClient().signUp(entry)).error).toBeNull();
  });

  test('what slips in while the account goes is erased an hour later', async () => {
    const person = await newPerson();
    await (await apiOf(person)).deleteAccount({ password: PASSWORD });
    await addOrder(person, 'paid', 'completed');
    expect(await placesOf([person.cpf])).toEqual([
      'public.orders.customer',
      'public.payment_attempts.request',
    ]);
    await eraseAgainJob(service.platform).handle({ userId: person.userId });
    expect(await placesOf([person.cpf])).toEqual([]);
  });

  test.each([
    ['an order that waits for its payment', 'pending', 'active', { pendingOrders: 1 }],
    ['a draw that is still to come', 'paid', 'closed', { openDraws: 1 }],
  ] as const)('waits for %s', async (_, status, rifaStatus, matters) => {
    const person = await newPerson();
    await addOrder(person, status, rifaStatus);
    const api = await apiOf(person);
    expect(await api.openMatters()).toMatchObject(matters);
    await expect(api.deleteAccount({ password: PASSWORD })).rejects.toMatchObject({
      code: 'ACCOUNT_IN_USE',
      data: matters,
    });
    expect(await placesOf([person.email])).not.toEqual([]);
  });

  test.each([
    ['that may be claimed for some days yet', 3, 'open', 1],
    ['nobody claimed in time', -3, 'open', 0],
    ['claimed long ago and not delivered', -90, 'claimed', 1],
    ['delivered a day after the draw', 29, 'delivered', 0],
  ])('thinks of a prize %s', async (_, days, state, prizes) => {
    const person = await newPerson();
    const { rifaId } = await addOrder(person, 'paid', 'completed');
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
    expect(await (await apiOf(person)).openMatters()).toMatchObject({ prizes });
  });

  test('needs the password, and stops guesses', async () => {
    const person = await newPerson();
    const api = await apiOf(person);
    const refused = { code: 'IDENTITY_NOT_CONFIRMED', data: { needs: 'password' } };
    await expect(api.deleteAccount({})).rejects.toMatchObject(refused);
    for (let guess = 0; guess < 10; guess++)
      await expect(api.deleteAccount({ password: `errada${guess}` })).rejects.toMatchObject(refused);
    await expect(api.deleteAccount({ password: PASSWORD })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  test('takes a code of the second factor that was just shown instead', async () => {
    const person = await newPerson();
    const { data } = await person.client.mfa.enroll({ factorType: 'totp' });
    const totp = new TOTP({ secret: data!.totp.secret });
    const code = totp.generate({ timestamp: service.clock.now().getTime() });
    await person.client.mfa.challengeAndVerify({ factorId: data!.id, code });
    service.clock.advance(700);
    await expect((await apiOf(person)).deleteAccount({})).rejects.toMatchObject({
      code: 'IDENTITY_NOT_CONFIRMED',
    });
    const again = totp.generate({ timestamp: service.clock.now().getTime() });
    await person.client.mfa.challengeAndVerify({ factorId: data!.id, code: again });
    expect(await (await apiOf(person)).deleteAccount({})).toEqual({ deleted: true });
  });
});
