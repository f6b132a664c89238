/** Merges of accounts that hold what one person cannot hold twice, or that changed shortly before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../../accounts/accounts.testing.ts';
import { openExpress } from '../../accounts/express/express.testing.ts';
import { purgeExpressAccounts } from '../../accounts/express/purge-express-accounts.ts';
import { openAuth } from '../../accounts/auth.ts';
import { readAuthSettings } from '../../accounts/auth-settings.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { JOBS } from '../../worker.ts';
import { mergePeople } from './merge-people.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
});
afterAll(() => service.stop());

const DAYS = 86_400;
const merge = (id: string, formerId: string) =>
  mergePeople(service.platform, { userId: id, ipAddress: null }, { id, formerId }, mergeReferrals);

test('keeps an account that took in the account of a purchase that failed', async () => {
  const owner = await signUpPerson(service);
  const ownerId = owner.session.user.id;
  const express = await openExpress(service);
  expect(await merge(ownerId, express.userId)).toEqual({ ok: true });
  service.clock.advance(8 * DAYS);
  await purgeExpressAccounts(openAuth(service.platform, readAuthSettings({}, service.platform.config)));
  service.clock.advance(-8 * DAYS);
  const profile = await service.platform.db
    .selectFrom('profiles')
    .select(['deletedAt', 'email'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  expect(profile).toEqual({ deletedAt: null, email: owner.email });
});
