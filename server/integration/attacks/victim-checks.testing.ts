/** Checks after an attack that the victim and a newcomer can still use the shop. */
import { expect } from 'vitest';
import type { AttackedShop } from './attacked-shop.testing.ts';
import { providerPersonOf } from './auth-steps.testing.ts';
import {
  ATTACKER_IP,
  ATTACKER_PASSWORD,
  authRequest,
  type AttackerState,
  newcomerOf,
} from './attacker-state.testing.ts';
import { readAccountState, type AccountField } from './invariants.testing.ts';
import { PASSWORD, type Person } from './people.testing.ts';
import { callApi } from './procedure-steps.testing.ts';

/** Fields of the victim's account that the attacker changed. */
type Lost = ReadonlySet<AccountField>;

export const mailsTo = (shop: AttackedShop, email: string) => shop.messages.filter(({ to }) => to === email);

/** The victim signs in from her usual network and sees her account and order. */
export async function expectVictimServed({ shop, victim }: AttackerState, lost: Lost): Promise<void> {
  if (lost.has('banned') || lost.has('deleted') || lost.has('factors')) return;
  const { status, body } = await auth(shop, victim.ipAddress, '/token?grant_type=password', {
    email: victim.email,
    password: PASSWORD,
  });
  expect([status, body]).toMatchObject([200, { access_token: expect.any(String) as string }]);
  const token = victim.totp
    ? await passSecondFactor(shop, victim, victim.totp, body.access_token!)
    : body.access_token!;
  for (const path of ['/api/me', `/api/me/orders/${victim.ids.order}`]) {
    const response = await shop.send(new Request(`http://localhost${path}`), {
      ipAddress: victim.ipAddress,
      token,
    });
    expect([path, response.status]).toEqual([path, 200]);
  }
}

/** The victim undoes the first change by its mail, which undoes all later ones, and chooses a new password by mail. */
export async function expectVictimRecovers(
  { shop, victim, sessions }: AttackerState,
  lost: Lost,
): Promise<void> {
  if (lost.has('deleted')) return;
  const { ipAddress, email } = victim;
  const undo = mailsTo(shop, email)
    .map(({ text }) => /desfazer-mudanca#(\S+)/.exec(text)?.[1])
    .find(Boolean);
  if (undo)
    expect(await callApi(shop, { ipAddress }, 'accounts.undoChange', { token: undo })).toMatchObject({
      status: 200,
    });
  if (undo)
    for (const { access } of sessions) {
      const response = await shop.send(authRequest('GET', '/user'), {
        ipAddress: ATTACKER_IP,
        token: access,
      });
      expect(response.status).not.toBe(200);
    }
  // The attacker may have used up the mails of this hour.
  shop.wait(3601);
  expect(await auth(shop, ipAddress, '/recover', { email })).toMatchObject({ status: 200 });
  await shop.runJobs();
  const buttonLabel = undo ? 'Crie a senha' : 'Redefinir sua senha';
  const link = linkIn(mailsTo(shop, email).findLast(({ subject }) => subject.startsWith(buttonLabel))?.text);
  const redirect = await shop.send(new Request(link), { ipAddress });
  const token = new URLSearchParams(new URL(redirect.headers.get('location')!).hash.slice(1)).get(
    'access_token',
  );
  const password = 'Tatu-verde-3308';
  const changed = await shop.send(authRequest('PUT', '/user', { password }), { ipAddress, token });
  expect([changed.status, changed.text]).toMatchObject([200, expect.any(String)]);
  expect(await auth(shop, ipAddress, '/token?grant_type=password', { email, password })).toMatchObject({
    status: 200,
  });
  const { email: now, factors, identities, phone, pixKey } = await readAccountState(shop, victim);
  expect({ email: now, factors, identities: identities.length, phone, pixKey }).toEqual({
    email,
    factors: [],
    identities: 1,
    phone: victim.phone,
    pixKey: victim.pixKey,
  });
}

function linkIn(text: string | undefined): URL {
  return new URL(/https?:\S+verify\S+/.exec(text ?? '')![0]);
}

/** The victim receives requested codes even after strangers have exhausted their limits. */
export async function expectMessagesServed({ shop, victim }: AttackerState): Promise<void> {
  const { ipAddress, email } = victim;
  const response = await callApi(shop, { ipAddress }, 'orders.sendLookupCode', { contact: email });
  expect([response.status, response.text]).toMatchObject([200, expect.any(String)]);
  await shop.runJobs();
  const { lookupId } = JSON.parse(response.text) as { lookupId: string };
  const code = mailsTo(shop, email)
    .map(({ text, subject }) => /\b\d{6}\b/.exec(subject)?.[0] ?? /\b\d{6}\b/.exec(text)?.[0])
    .findLast(Boolean);
  const opened = await callApi(shop, { ipAddress }, 'orders.openLookup', { lookupId, code });
  expect([opened.status, opened.text]).toMatchObject([200, expect.any(String)]);

  const texts = () => shop.messages.filter(({ to }) => to === `55${victim.phone}`).length;
  const { body } = await auth(shop, ipAddress, '/token?grant_type=password', { email, password: PASSWORD });
  const before = texts();
  const path = `/factors/${victim.ids.phoneFactor}/challenge`;
  expect(await auth(shop, ipAddress, path, {}, body.access_token)).toMatchObject({ status: 200 });
  await shop.runJobs();
  expect(texts()).toBe(before + 1);
}

/** The victim's identity at a provider opens no account of the attacker. */
export async function expectNoLinkedIdentity({ shop, victim, own }: AttackerState): Promise<void> {
  const owners = await shop.platform.db
    .selectFrom('auth.identities')
    .select('userId')
    .where('providerId', '=', providerPersonOf(victim).sub)
    .execute();
  expect(owners.filter(({ userId }) => userId === own?.id)).toEqual([]);
}

async function passSecondFactor(
  shop: AttackedShop,
  victim: Person,
  totp: NonNullable<Person['totp']>,
  token: string,
) {
  const path = `/factors/${victim.ids.factor}`;
  const challenge = await auth(shop, victim.ipAddress, `${path}/challenge`, {}, token);
  const code = totp.generate({ timestamp: shop.platform.clock.now().getTime() });
  const verified = await auth(
    shop,
    victim.ipAddress,
    `${path}/verify`,
    { challenge_id: challenge.body.id, code },
    token,
  );
  expect(verified).toMatchObject({ status: 200 });
  return verified.body.access_token!;
}

/** An account whose owner signs up after the attackers opens only with her password. */
export async function expectNewcomerServed({ shop, victim }: AttackerState): Promise<void> {
  const email = newcomerOf(victim);
  const ipAddress = '203.0.113.99';
  // Others may have used up the mails of this hour.
  shop.wait(3601);
  const password = 'Garca-branca-5521';
  expect(await auth(shop, ipAddress, '/signup', { email, password })).toMatchObject({ status: 200 });
  await shop.runJobs();
  const mail = shop.messages.findLast(({ to }) => to === email);
  await shop.send(new Request(linkIn(mail?.text)), { ipAddress });
  const signIn = (chosen: string) =>
    auth(shop, ipAddress, '/token?grant_type=password', { email, password: chosen });
  expect(await signIn(ATTACKER_PASSWORD)).toMatchObject({ status: 400 });
  expect(await signIn(password)).toMatchObject({ status: 200 });
}

async function auth(shop: AttackedShop, ipAddress: string, path: string, body: object, token?: string) {
  const request = authRequest('POST', path, body);
  const { status, text } = await shop.send(request, { ipAddress, token: token ?? null });
  return { status, body: JSON.parse(text) as { access_token?: string; id?: string; error_code?: string } };
}
