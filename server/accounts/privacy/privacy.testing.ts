/** Users with unique personal data, and a search for it over the database. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { expect } from 'vitest';
import { addRifa } from '../../orders/orders.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { authenticate } from '../authenticate.ts';
import type { TestAuthService } from '../accounts.testing.ts';
import { findMissingProof } from '../proof/find-missing-proof.ts';
import { proofRoutes } from '../proof/proof.routes.ts';
import { privacyRoutes } from './privacy.routes.ts';
import { eraseAgainJob } from './erase-again.job.ts';

export const PASSWORD = 'segredo123';

let people = 0;

/** A user with unique name, e-mail, CPF and phone. */
export async function newPerson(service: TestAuthService) {
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

export type NewPerson = Awaited<ReturnType<typeof newPerson>>;

export async function apiOf(service: TestAuthService, { client }: Pick<NewPerson, 'client'>) {
  const token = (await client.getSession()).data.session!.access_token;
  const principal = await authenticate(service.platform, `Bearer ${token}`);
  const missingProof = () => findMissingProof(service.platform, principal!);
  const context = { ...testContext(service.platform, principal), missingProof };
  return createRouterClient({ ...privacyRoutes, ...proofRoutes }, { context });
}

export async function addOrder(
  { platform }: TestAuthService,
  person: NewPerson,
  status: 'paid' | 'pending',
  rifaStatus: string,
) {
  const { db, clock } = platform;
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

/** Creates data of the user in every feature. */
export async function addActivityOf(service: TestAuthService, person: NewPerson) {
  const { db, clock, jobs } = service.platform;
  const now = clock.now();
  const { userId, name, email, phone } = person;
  const order = await addOrder(service, person, 'paid', 'completed');
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
  const payload = { email, userId: randomUUID() };
  await jobs.enqueue(db, eraseAgainJob, payload, { startAfter: new Date('2100-01-01') });
  return order;
}

/** All columns that contain one of the texts. Excludes the sandbox, which simulates the provider. */
export async function findColumns({ platform }: TestAuthService, texts: string[]): Promise<string[]> {
  const { rows: columns } = await platform.pool.query<{
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
    const { rows } = await platform.pool.query<{ hits: number }>(
      `select count(*)::int as hits from ${from} where exists
         (select from unnest($1::text[]) as wanted where position(lower(wanted) in lower(${column}::text)) > 0)`,
      [texts],
    );
    if (rows[0]!.hits > 0) found.push(place);
  }
  return found;
}
