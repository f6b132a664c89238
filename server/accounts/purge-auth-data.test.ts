import { afterAll, beforeAll, expect, test } from 'vitest';
import { readActivityLog } from '../activity-log/list-activities.ts';
import { openAuth } from './auth.ts';
import { readAuthSettings } from './auth-settings.ts';
import { signUpPerson, startAuthService, type TestAuthService } from './accounts.testing.ts';
import { purgeAuthDataJob } from './purge-auth-data.job.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

test('purges expired sessions and keeps the others', async () => {
  const { client, email, password } = await signUpPerson(service);
  service.clock.advance(31 * 24 * 3600);
  const fresh = await signUpPerson(service);
  await purgeAuthDataJob.handle(
    openAuth(service.platform, readAuthSettings({}, service.platform.config)),
    {},
  );
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
  expect((await fresh.client.refreshSession()).error).toBeNull();
  expect((await service.newClient().signInWithPassword({ email, password })).error).toBeNull();
});

test('keeps sign-in events in the activity log for a year', async () => {
  const { user } = (await signUpPerson(service)).session;
  const { db, clock } = service.platform;
  const log = async () => {
    const filter = { userId: user.id, search: '', entityType: 'account', day: null, before: null };
    const { activities } = await readActivityLog(db, filter);
    return activities.map(({ action, ipAddress }) => `${action} ${ipAddress}`);
  };
  expect(await log()).toEqual(['sign-in 127.0.0.1', 'sign-up 127.0.0.1']);
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000);
  const entry = (action: string, days: number) => ({
    userId: user.id,
    action,
    entityType: 'account',
    details: '{}',
    createdAt: daysAgo(days),
  });
  await db
    .insertInto('activityLogs')
    .values([entry('sign-in', 366), entry('sign-in', 364), entry('change-password', 366)])
    .execute();
  await purgeAuthDataJob.handle(
    openAuth(service.platform, readAuthSettings({}, service.platform.config)),
    {},
  );
  expect(await log()).toEqual([
    'change-password null',
    'sign-in null',
    'sign-in 127.0.0.1',
    'sign-up 127.0.0.1',
  ]);
});
