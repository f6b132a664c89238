import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { restoreChange, type Restores } from '../security/restore-change.ts';
import { sendChangeNoticeJob } from '../security/send-change-notice.job.ts';
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
