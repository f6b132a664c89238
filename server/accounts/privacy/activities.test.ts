/** Lines of the activity log after a deletion, and in the export. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { sendChangeNoticeJob } from '../security/send-change-notice.job.ts';
import { banUser } from '../safety/ban-user.ts';
import { correctContact } from '../safety/correct-contact.ts';
import { apiOf, newPerson, type NewPerson } from './privacy.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare([sendChangeNoticeJob]);
});
afterAll(() => service.stop());

const AGENT_IP = '198.51.100.77';

const setRole = ({ userId }: NewPerson, role: string) =>
  service.platform.db.updateTable('profiles').set({ role }).where('id', '=', userId).execute();

const findLine = (action: string, entityId: string) =>
  service.platform.db
    .selectFrom('activityLogs')
    .select(['userId', 'details', 'ipAddress'])
    .where('action', '=', action)
    .where('entityId', '=', entityId)
    .executeTakeFirstOrThrow();

async function correctPhone(agent: NewPerson, { userId, name, email, phone }: NewPerson) {
  const corrected = await correctContact(
    service.platform,
    { userId: agent.userId, ipAddress: AGENT_IP },
    {
      userId,
      before: { name, email, phone },
      after: { name, email, phone: '82900001111' },
      reason: 'Ligou da loja',
    },
  );
  expect(corrected).toEqual({ ok: true });
}

test('what a former colleague did to others stays in the log after the deletion of the account', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'support');
  await correctPhone(agent, buyer);
  await setRole(agent, 'buyer');
  await (await apiOf(service, agent)).deleteAccount();
  expect(await findLine('correct-contact', buyer.userId)).toEqual({
    userId: agent.userId,
    details: {
      description: `Corrigiu o contato de ${buyer.name}.`,
      before: { name: buyer.name, email: buyer.email, phone: buyer.phone },
      after: { name: buyer.name, email: buyer.email, phone: '82900001111' },
      reason: 'Ligou da loja',
    },
    ipAddress: null,
  });
  const own = await service.platform.db
    .selectFrom('activityLogs')
    .select(['details', 'ipAddress'])
    .where('entityId', '=', agent.userId)
    .where('action', '<>', 'delete-account')
    .execute();
  expect(own.length).toBeGreaterThan(0);
  const erased = { details: { description: '(apagado com a conta)' }, ipAddress: null };
  expect(own).toEqual(own.map(() => erased));
});

test('the deletion of a buyer clears what the log says about the buyer', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'support');
  await correctPhone(agent, buyer);
  await (await apiOf(service, buyer)).deleteAccount();
  expect(await findLine('correct-contact', buyer.userId)).toMatchObject({
    userId: agent.userId,
    details: { description: '(apagado com a conta)' },
  });
});

test('exports what the team did to an account without its addresses and reasons', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'admin');
  const by = { userId: agent.userId, ipAddress: AGENT_IP };
  const reason = 'Suspeita de cartão roubado';
  const until = new Date(service.clock.now().getTime() + 1000);
  expect(await banUser(service.platform, by, { userId: buyer.userId, until, reason })).toEqual({ ok: true });
  expect(await banUser(service.platform, by, { userId: buyer.userId, until: null, reason })).toEqual({
    ok: true,
  });
  const credentials = { email: buyer.email, password: 'segredo123' };
  expect((await buyer.client.signInWithPassword(credentials)).error).toBeNull();
  const { atividades } = await (await apiOf(service, buyer)).exportOwnData();
  expect(JSON.stringify(atividades)).not.toMatch(new RegExp(`${AGENT_IP}|${reason}`, 'u'));
  expect(atividades).toContainEqual({
    action: 'ban-user',
    entityType: 'user',
    entityId: buyer.userId,
    details: { description: 'Bloqueou uma conta.' },
    ipAddress: null,
    createdAt: expect.anything() as unknown,
  });
  expect(atividades).toContainEqual(
    expect.objectContaining({ action: 'sign-in', details: expect.anything() as unknown }),
  );
});

test('exports what a colleague did to others without their data', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'support');
  await correctPhone(agent, buyer);
  const data = await (await apiOf(service, agent)).exportOwnData();
  expect(data.atividades).toContainEqual(
    expect.objectContaining({ action: 'correct-contact', details: null, ipAddress: AGENT_IP }),
  );
  expect(JSON.stringify(data)).not.toContain(buyer.email);
});
