/** Deletion of an account into which another one was merged. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { notifyMergedOwners } from '../../admin/people/notify-merged-owners.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { JOBS } from '../../composition/worker.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { addActivityOf, apiOf, findColumns, newPerson, type NewPerson, PASSWORD } from './privacy.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
});
afterAll(() => service.stop());

async function merge(kept: NewPerson, former: NewPerson) {
  const { platform } = service;
  const by = { userId: kept.userId, ipAddress: null };
  const ids = { id: kept.userId, formerId: former.userId };
  const merged = await mergePeople(platform, by, ids, notifyMergedOwners(platform, mergeReferrals));
  expect(merged).toEqual({ ok: true });
}

const marksOf = ({ name, email, cpf, phone }: NewPerson) => [name, email, cpf, phone];

test('removes e-mail, name, CPF and phone of merged accounts from the whole database', async () => {
  const people = [await newPerson(service), await newPerson(service), await newPerson(service)] as const;
  const [kept, former, formerOfFormer] = people;
  await addActivityOf(service, former);
  await merge(former, formerOfFormer);
  await merge(kept, former);
  expect((await findColumns(service, marksOf(former))).length).toBeGreaterThan(5);
  await (await apiOf(service, kept)).deleteAccount();
  expect(await findColumns(service, people.flatMap(marksOf))).toEqual([]);
});

test('leaves alone who has signed up with the e-mail of a merged account since', async () => {
  const [kept, former] = [await newPerson(service), await newPerson(service)];
  await merge(kept, former);
  const { platform } = service;
  const signedUp = await service.newClient().signUp({ email: former.email, password: PASSWORD });
  expect(signedUp.error).toBeNull();
  const now = platform.clock.now();
  await platform.db
    .insertInto('newsletterSubscribers')
    .values({ email: former.email, confirmationHash: Buffer.from(former.userId), confirmedAt: now })
    .execute();
  await (await apiOf(service, kept)).deleteAccount();
  const subscribed = await platform.db
    .selectFrom('newsletterSubscribers')
    .select('email')
    .where('email', '=', former.email)
    .execute();
  expect(subscribed).toHaveLength(1);
});
