import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identitiesOf } from '../accounts.queries.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { findMailRecipient, hashOfEmail } from '../../mail/preferences.ts';
import { openExpress } from '../express/express.testing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { restoreChange, type Restores } from '../security/restore-change.ts';
import { sendChangeNoticeJob } from '../security/send-change-notice.job.ts';
import { changeRole } from './change-role.ts';
import { correctContact, type PersonContact } from './correct-contact.ts';

let service: TestAuthService;
let by: { userId: string; ipAddress: null };
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare([sendChangeNoticeJob]);
  by = { userId: (await addPerson('admin')).id, ipAddress: null };
  await service.platform.db
    .updateTable('profiles')
    .set({ role: 'admin' })
    .where('id', '=', by.userId)
    .execute();
});
afterAll(() => service.stop());

async function addPerson(name: string): Promise<{ id: string; before: PersonContact }> {
  const email = `${name}@exemplo.com.br`;
  const { data } = await service.newClient().signUp({ email, password: 'segredo123' });
  const id = data.user!.id;
  await service.platform.db
    .updateTable('profiles')
    .set({ name, phone: '82911112222' })
    .where('id', '=', id)
    .execute();
  return { id, before: { name, email, phone: '82911112222' } };
}

const correct = (
  { id, before }: { id: string; before: PersonContact },
  after: Partial<{ name: string; email: string; phone: string | null }>,
) =>
  correctContact(service.platform, by, {
    userId: id,
    before,
    after: { name: before.name!, email: before.email!, phone: before.phone, ...after },
    reason: 'Ligou e confirmou',
  });

test('a corrected e-mail ends sessions, waits for confirmation and notifies both addresses', async () => {
  const ana = await addPerson('ana');
  expect(await correct(ana, { name: 'Ana Lima', email: 'Ana.Lima@exemplo.com.br' })).toEqual({ ok: true });
  const { db, pool } = service.platform;
  const user = await db
    .selectFrom('auth.users')
    .innerJoin('profiles', 'profiles.id', 'auth.users.id')
    .select(['auth.users.email', 'emailConfirmedAt', 'profiles.name', 'profiles.email as profileEmail'])
    .where('auth.users.id', '=', ana.id)
    .executeTakeFirstOrThrow();
  expect(user).toEqual({
    email: 'ana.lima@exemplo.com.br',
    emailConfirmedAt: null,
    name: 'Ana Lima',
    profileEmail: 'ana.lima@exemplo.com.br',
  });
  expect(
    await db.selectFrom('auth.sessions').select('id').where('userId', '=', ana.id).execute(),
  ).toHaveLength(0);
  const { rows } = await pool.query(`select data -> 'to' as "to" from pgboss.job where name = $1`, [
    sendChangeNoticeJob.name,
  ]);
  expect(rows).toContainEqual({ to: ['ana@exemplo.com.br', 'ana.lima@exemplo.com.br'] });
});

test('a first phone notifies its owner, who can undo it', async () => {
  const eli = await addPerson('eli');
  const { db, pool } = service.platform;
  await db.updateTable('profiles').set({ phone: null }).where('id', '=', eli.id).execute();
  eli.before.phone = null;
  expect(await correct(eli, { phone: '82977776666' })).toEqual({ ok: true });
  const { rows } = await pool.query<{ data: { changeId: string; to: string[] } }>(
    `select data from pgboss.job where name = $1 and data -> 'to' ? 'eli@exemplo.com.br'`,
    [sendChangeNoticeJob.name],
  );
  expect(rows.map(({ data }) => data.to)).toEqual([['eli@exemplo.com.br']]);
  const change = await db
    .selectFrom('auth.reversibleChanges')
    .selectAll()
    .where('id', '=', rows[0]!.data.changeId)
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => restoreChange(trx, {} as Restores, change, new Date()));
  expect(
    await db.selectFrom('profiles').select('phone').where('id', '=', eli.id).executeTakeFirstOrThrow(),
  ).toEqual({ phone: null });
});

test('keeps one of two concurrent corrections', async () => {
  const bia = await addPerson('bia');
  const outcomes = await Promise.all([
    correct(bia, { phone: '82933334444' }),
    correct(bia, { phone: '82955556666' }),
  ]);
  expect(outcomes).toContainEqual({ ok: true });
  expect(outcomes).toContainEqual({ ok: false, code: 'VERSION_CONFLICT' });
});

test('rejects the e-mail of another account, and accounts of staff', async () => {
  const [caio, davi] = [await addPerson('caio'), await addPerson('davi')];
  expect(await correct(caio, { email: davi.before.email! })).toEqual({ ok: false, code: 'EMAIL_IN_USE' });
  await service.platform.db
    .updateTable('profiles')
    .set({ role: 'support' })
    .where('id', '=', davi.id)
    .execute();
  expect(await correct(davi, { name: 'Davi' })).toEqual({ ok: false, code: 'STAFF_ACCOUNT' });
});

test('of a correction and a concurrent request of the admin role, only one succeeds', async () => {
  const rita = await addPerson('rita');
  const change = { userId: rita.id, from: 'buyer', to: 'admin', reason: '' } as const;
  const outcomes = await Promise.all([
    correct(rita, { email: 'rita.outro@exemplo.com.br' }),
    changeRole(service.platform, by, change),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test('rejects an account for which the admin role is requested', async () => {
  const eva = await addPerson('eva');
  const change = { userId: eva.id, from: 'buyer', to: 'admin', reason: '' } as const;
  expect(await changeRole(service.platform, by, change)).toMatchObject({ ok: true });
  const email = 'eva.outra@exemplo.com.br';
  expect(await correct(eva, { email })).toEqual({ ok: false, code: 'ADMIN_ROLE_REQUESTED' });
  await service.platform.db.updateTable('approvals').set({ state: 'cancelled' }).execute();
  expect(await correct(eva, { email })).toEqual({ ok: true });
});

/** Asks for a new password and types the code of the mail. */
async function recover(email: string) {
  service.clock.advance(61);
  expect((await service.post('/recover', { email })).status).toBe(200);
  let code: string | undefined;
  // The notice of the correction came first.
  while (!code) code = /código: (\d{6})/.exec((await service.mailbox.next(email)).text)?.[1];
  const client = service.newClient();
  const { data, error } = await client.verifyOtp({ email, token: code, type: 'recovery' });
  expect(error).toBeNull();
  return { client, user: data.user! };
}

function readAccount(id: string) {
  return service.platform.db
    .selectFrom('auth.users')
    .innerJoin('profiles', 'profiles.id', 'auth.users.id')
    .select(['profiles.name', 'profiles.phone', 'cpf', 'city', 'passwordHash', 'emailConfirmedAt'])
    .where('auth.users.id', '=', id)
    .executeTakeFirstOrThrow();
}

test('confirming a corrected e-mail keeps the profile, the identities and the second factor', async () => {
  const gil = await addPerson('gil');
  const { db } = service.platform;
  const client = service.newClient();
  await client.signInWithPassword({ email: gil.before.email!, password: 'segredo123' });
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
  const { secret } = (factor as { totp: { secret: string } }).totp;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.clock.now().getTime(),
  });
  expect((await client.mfa.challengeAndVerify({ factorId: factor!.id, code })).error).toBeNull();
  await db
    .updateTable('profiles')
    .set({ cpf: '52998224725', city: 'Maceió', state: 'AL' })
    .where('id', '=', gil.id)
    .execute();
  await db
    .insertInto('auth.identities')
    .values({ id: crypto.randomUUID(), userId: gil.id, provider: 'google', providerId: 'gil' })
    .execute();
  // A second correction, before the first is confirmed.
  for (const email of ['gil.lima@exemplo.com.br', 'gil.silva@exemplo.com.br']) {
    expect(await correct(gil, { email })).toEqual({ ok: true });
    gil.before.email = email;
  }

  // The address is not proved by the sign-up form of another person.
  const { error } = await service
    .newClient()
    .signUp({ email: 'gil.silva@exemplo.com.br', password: 'de-outra-pessoa' });
  expect(error).toMatchObject({ code: 'user_already_exists' });
  const recovered = await recover('gil.silva@exemplo.com.br');

  expect(await readAccount(gil.id)).toMatchObject({
    name: 'gil',
    phone: '82911112222',
    cpf: '52998224725',
    city: 'Maceió',
    passwordHash: null,
    emailConfirmedAt: expect.any(Date) as Date,
  });
  expect(recovered.user.id).toBe(gil.id);
  expect((await identitiesOf(db, gil.id)).map(({ provider }) => provider).toSorted()).toEqual([
    'email',
    'google',
  ]);
  const { data: level } = await recovered.client.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await recovered.client.updateUser({ password: 'outro-segredo' })).error).toMatchObject({
    code: 'insufficient_aal',
  });
});

test('undoing a correction keeps the profile too', async () => {
  const hugo = await addPerson('hugo');
  expect(await correct(hugo, { email: 'hugo.lima@exemplo.com.br' })).toEqual({ ok: true });
  const { db } = service.platform;
  const change = await db
    .selectFrom('auth.reversibleChanges')
    .selectAll()
    .where('userId', '=', hugo.id)
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => restoreChange(trx, {} as Restores, change, new Date()));
  await recover('hugo@exemplo.com.br');
  expect(await readAccount(hugo.id)).toMatchObject({ name: 'hugo', phone: '82911112222' });
});

test('confirming a corrected e-mail empties an account that was never confirmed', async () => {
  const iara = await addPerson('iara');
  await service.platform.db
    .updateTable('auth.users')
    .set({ emailConfirmedAt: null })
    .where('id', '=', iara.id)
    .execute();
  expect(await correct(iara, { email: 'iara.lima@exemplo.com.br' })).toEqual({ ok: true });
  await recover('iara.lima@exemplo.com.br');
  expect(await readAccount(iara.id)).toMatchObject({ name: null, phone: null });
});

test('confirming the e-mail that support adds to an express account keeps its data', async () => {
  const { userId, phone, session } = await openExpress(service);
  const { db } = service.platform;
  await db.updateTable('profiles').set({ cpf: '11144477735' }).where('id', '=', userId).execute();
  const before = { name: 'Ana Souza', email: null, phone };
  expect(await correct({ id: userId, before }, { email: 'julia@exemplo.com.br' })).toEqual({ ok: true });
  const { user } = await recover('julia@exemplo.com.br');
  expect(user).toMatchObject({ id: userId, app_metadata: { providers: ['email'] } });
  expect(await readAccount(userId)).toMatchObject({ name: 'Ana Souza', phone, cpf: '11144477735' });
  expect((await service.newClient().getUser(session.access_token)).error).not.toBeNull();
  expect(
    await db
      .selectFrom('expressAccounts')
      .select('confirmedBy')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow(),
  ).toEqual({ confirmedBy: 'email' });
});

test('a corrected e-mail keeps an unsubscription from before the account', async () => {
  const lia = await addPerson('lia');
  const { db } = service.platform;
  await db
    .insertInto('mailSuppressions')
    .values({ emailHash: hashOfEmail(lia.before.email!), everything: true, createdAt: service.clock.now() })
    .execute();
  expect(await correct(lia, { email: 'lia.lima@exemplo.com.br' })).toEqual({ ok: true });
  expect(await findMailRecipient(db, { userId: lia.id })).toMatchObject({
    preferences: { transactionalEmails: false, marketingEmails: false },
  });
});
