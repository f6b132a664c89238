import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TERMS, TERMS_METADATA } from '@mare/domain/accounts/terms.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { newEmail, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { createUser } from '../create-user.ts';
import { termsRoutes } from './terms.routes.ts';

const DAY_S = 24 * 3600;

let direct: TestAuthService;
let confirming: TestAuthService;
beforeAll(async () => {
  direct = await startAuthService();
  confirming = await startAuthService({ AUTH_AUTOCONFIRM: 'off' });
});
afterAll(async () => {
  await direct.stop();
  await confirming.stop();
});

const acceptingForm = { name: 'Ana', [TERMS_METADATA]: TERMS.version };

async function acceptancesOf({ platform }: TestAuthService, email: string) {
  return platform.db
    .selectFrom('termsAcceptances')
    .innerJoin('profiles', 'profiles.id', 'termsAcceptances.userId')
    .select(['version', 'acceptedAt'])
    .where('profiles.email', '=', email)
    .execute();
}

test.each([
  ['the version in force', acceptingForm, [{ version: TERMS.version }]],
  ['a version that does not exist', { [TERMS_METADATA]: TERMS.version + 1 }, []],
  ['no number', { [TERMS_METADATA]: '1' }, []],
  ['nothing', {}, []],
])('a sign-up whose form showed %s', async (_, data, stored) => {
  const email = newEmail();
  expect((await direct.post('/signup', { email, password: 'segredo1', data })).status).toBe(200);
  expect(await acceptancesOf(direct, email)).toMatchObject(stored);
});

test('records the acceptance of the confirmed sign-up only, at its time', async () => {
  const email = newEmail();
  const signUp = async (data: object) => {
    confirming.clock.advance(61);
    await confirming.post('/signup', { email, password: 'segredo1', data });
    return confirming.mailbox.next(email);
  };
  await signUp(acceptingForm);
  const mail = await signUp({ name: 'Bia' });
  await fetch(/https?:\S+verify\S+/.exec(mail.text)![0], { redirect: 'manual' });
  expect(await acceptancesOf(confirming, email)).toEqual([]);

  const otherEmail = newEmail();
  confirming.clock.advance(61);
  await confirming.post('/signup', { email: otherEmail, password: 'segredo1', data: acceptingForm });
  const signedUpAt = confirming.clock.now().getTime();
  const sent = await confirming.mailbox.next(otherEmail);
  confirming.clock.advance(600);
  await fetch(/https?:\S+verify\S+/.exec(sent.text)![0], { redirect: 'manual' });
  const [accepted] = await acceptancesOf(confirming, otherEmail);
  expect(Math.abs(accepted!.acceptedAt.getTime() - signedUpAt)).toBeLessThan(600_000);
});

test('other accounts accept once, and the first time is kept', async () => {
  const created = await createUser(direct.platform, { email: newEmail(), password: 'segredo1', name: 'Ana' });
  if (!created.ok) throw new Error('expected an account');
  const client = createRouterClient(termsRoutes, {
    context: testContext(direct.platform, { userId: created.value }),
  });
  expect(await client.terms()).toBeNull();
  const first = await client.acceptTerms({ version: TERMS.version });
  expect(first).toMatchObject({ version: TERMS.version });
  direct.clock.advance(DAY_S);
  expect(await client.acceptTerms({ version: TERMS.version })).toEqual(first);
  expect(await client.terms()).toEqual(first);
  await expect(client.acceptTerms({ version: TERMS.version + 1 })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});
