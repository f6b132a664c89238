/** Lines of the activity log after a deletion. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { sendChangeNoticeJob } from '../security/send-change-notice.job.ts';
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
