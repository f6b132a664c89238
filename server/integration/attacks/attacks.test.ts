/**
 * Attackers take random sequences of real operations, and after each step the invariants of accounts are checked in the
 * database. A failure prints its seed and the shortest sequence that shows it.
 *
 * ATTACK_RUNS sets the number of sequences of each attacker (default 5), ATTACK_SEED where they start.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackedShop, startAttackedShop } from './attacked-shop.testing.ts';
import {
  ATTACKER_PASSWORD,
  AUTH_ROUTES,
  authRequest,
  type AuthRoute,
  type Hands,
  newcomerOf,
  providerPersonOf,
  runStep,
  type Step,
  stepArbitrary,
} from './attack-steps.testing.ts';
import {
  changedFields,
  countRecords,
  findFloods,
  readStanding,
  type Standing,
  type StandingField,
} from './invariants.testing.ts';
import {
  addPerson,
  containsMarker,
  markersOf,
  openSession,
  PASSWORD,
  type Person,
} from './people.testing.ts';
import { startPartnerSession } from '../../partners/login/partner-session.ts';
import { addPartner } from '../../partners/partners.testing.ts';
import { requestCookies } from '../../platform/http/cookies.ts';

const RUNS = Number(process.env.ATTACK_RUNS ?? 5);
const SEED = Number(process.env.ATTACK_SEED ?? 20261122);
const STEPS = 30;

interface Attacker {
  name: string;
  prepare(shop: AttackedShop): Promise<Hands>;
  /** What of the victim's standing she may change; each change leaves a record. */
  mayChange?: readonly StandingField[];
  /** She may read what the victim may. */
  readsVictim?: boolean;
  routes?: readonly AuthRoute[];
}

let shop: AttackedShop;
beforeAll(async () => {
  shop = await startAttackedShop();
}, 120_000);
afterAll(() => shop.stop());

function handsOf(victim: Person, more: Partial<Hands> = {}): Hands {
  return {
    shop,
    victim,
    own: null,
    sessions: [],
    cookie: null,
    knowsPassword: false,
    isCrowd: false,
    sent: [],
    enrolled: null,
    challenge: null,
    ...more,
  };
}

const ATTACKERS: Attacker[] = [
  {
    name: 'with the password of an account with a second factor',
    async prepare() {
      const victim = await addPerson(shop, { hasFactor: true });
      const stolen = await openSession(shop, victim.id, { factorId: null, address: '192.0.2.66' });
      return handsOf(victim, { sessions: [stolen], knowsPassword: true });
    },
  },
  {
    name: 'with an old session of an account without a second factor',
    async prepare() {
      const victim = await addPerson(shop);
      const from = { factorId: null, address: '192.0.2.66', age: 3000 };
      return handsOf(victim, { sessions: [await openSession(shop, victim.id, from)] });
    },
    mayChange: ['session', 'mailPreferences'],
    readsVictim: true,
  },
  {
    name: 'who is a partner',
    async prepare() {
      const own = await addPerson(shop);
      const partner = await addPartner(shop.platform);
      const cookies = requestCookies(undefined, shop.platform.config.publicUrl);
      await startPartnerSession(shop.platform, cookies, partner.id);
      const cookie = cookies.answers[0]!.split(';')[0]!;
      return handsOf(await addPerson(shop), { own, sessions: [{ ...own.session }], cookie });
    },
  },
  {
    name: 'who is an affiliate',
    async prepare() {
      const own = await addPerson(shop);
      return handsOf(await addPerson(shop, { hasFactor: true }), { own, sessions: [{ ...own.session }] });
    },
  },
  {
    name: 'who became an admin a moment ago',
    async prepare() {
      const own = await addPerson(shop, { role: 'admin', hasFactor: true });
      return handsOf(await addPerson(shop, { hasFactor: true }), { own, sessions: [{ ...own.session }] });
    },
    mayChange: ['role', 'banned', 'factors', 'session', 'deleted'],
    readsVictim: true,
  },
  {
    name: 'who is an anonymous crowd',
    async prepare() {
      return handsOf(await addPerson(shop, { hasFactor: true }), { isCrowd: true });
    },
    routes: ['sign-in', 'sign-up', 'recover', 'resend', 'otp', 'verify'],
  },
];

interface Attack {
  attacker: Attacker;
  hands: Hands;
  standing: Standing;
  records: number;
  lost: Set<StandingField>;
}

class TakeStep implements fc.AsyncCommand<object, Attack> {
  readonly step: Step;
  constructor(step: Step) {
    this.step = step;
  }
  check(): boolean {
    return true;
  }
  async run(_: object, attack: Attack): Promise<void> {
    const { hands, attacker } = attack;
    for (const { status, text } of await runStep(hands, this.step)) {
      if (status >= 500 && !text.includes('"defined":true')) throw new Error(`${status}: ${text}`);
      if (!attacker.readsVictim) expectNoLeak(hands, text);
    }
    expect(await shop.runJobs()).toEqual([]);
    await expectStandingKept(attack);
    expect(findFloods(shop.messages, hands.victim.email)).toEqual([]);
  }
  toString(): string {
    return JSON.stringify(this.step);
  }
}

function expectNoLeak({ victim, sent, sessions, knowsPassword }: Hands, text: string): void {
  const known = sent.join('\n') + (knowsPassword || sessions.length === 0 ? victim.email : '');
  const leaked = markersOf(victim).filter(
    (marker) => containsMarker(text, marker) && !containsMarker(known, marker),
  );
  if (leaked.length > 0) throw new Error(`reads ${leaked.join(', ')} of the victim in ${text.slice(0, 800)}`);
}

/** Who receives the victim's mail and money, and who may enter, is as before, or the change was recorded. */
async function expectStandingKept(attack: Attack): Promise<void> {
  const { hands, attacker, standing, records } = attack;
  const now = await readStanding(shop, hands.victim);
  const changed = changedFields(standing, now);
  if (changed.length === 0) return;
  expect(changed.filter((field) => !attacker.mayChange?.includes(field))).toEqual([]);
  attack.records = await countRecords(shop, hands.victim);
  const silent = changed.some((field) => !UNRECORDED.has(field)) && attack.records === records;
  expect(silent ? changed : []).toEqual([]);
  attack.standing = now;
  for (const field of changed) attack.lost.add(field);
}

/** Ending a session and choosing mails need no record. */
const UNRECORDED: ReadonlySet<StandingField> = new Set(['session', 'mailPreferences']);

test.each(ATTACKERS)(
  'an attacker $name',
  async (attacker) => {
    expect.hasAssertions();
    const steps = fc.commands(
      [stepArbitrary(attacker.routes ?? AUTH_ROUTES).map((step) => new TakeStep(step))],
      {
        maxCommands: STEPS,
        size: 'max',
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        await shop.platform.pool.query('truncate auth.rate_limits');
        const hands = await attacker.prepare(shop);
        const standing = await readStanding(shop, hands.victim);
        const records = await countRecords(shop, hands.victim);
        const attack: Attack = { attacker, hands, standing, records, lost: new Set() };
        await fc.asyncModelRun(() => ({ model: {}, real: attack }), taken);
        await expectVictimServed(attack);
        await expectNothingLured(hands);
        await expectNewcomerServed(hands);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  3_600_000,
);

/** The victim signs in from her own network, and sees her account and her order. */
async function expectVictimServed({ hands: { victim }, lost }: Attack): Promise<void> {
  if (lost.has('banned') || lost.has('deleted') || lost.has('factors')) return;
  // Ten wrong codes lock a factor for five minutes.
  shop.wait(301);
  const { status, body } = await auth(victim.address, '/token?grant_type=password', {
    email: victim.email,
    password: PASSWORD,
  });
  expect([status, body]).toMatchObject([200, { access_token: expect.any(String) as string }]);
  const token = victim.totp
    ? await passSecondFactor(victim, victim.totp, body.access_token!)
    : body.access_token!;
  for (const path of ['/api/me', `/api/me/orders/${victim.ids.order}`]) {
    const answer = await shop.send(new Request(`http://localhost${path}`), {
      address: victim.address,
      token,
    });
    expect([path, answer.status]).toEqual([path, 200]);
  }
}

/** The victim's identity at a provider opens no account of the attacker. */
async function expectNothingLured({ victim, own }: Hands): Promise<void> {
  const owners = await shop.platform.db
    .selectFrom('auth.identities')
    .select('userId')
    .where('providerId', '=', providerPersonOf(victim).sub)
    .execute();
  expect(owners.filter(({ userId }) => userId === own?.id)).toEqual([]);
}

async function passSecondFactor(victim: Person, totp: NonNullable<Person['totp']>, token: string) {
  const path = `/factors/${victim.ids.factor}`;
  const challenge = await auth(victim.address, `${path}/challenge`, {}, token);
  const code = totp.generate({ timestamp: shop.platform.clock.now().getTime() });
  const verified = await auth(
    victim.address,
    `${path}/verify`,
    { challenge_id: challenge.body.id, code },
    token,
  );
  expect(verified).toMatchObject({ status: 200 });
  return verified.body.access_token!;
}

/** An address whose owner comes after the attackers opens with her password, and with no other. */
async function expectNewcomerServed({ victim }: Hands): Promise<void> {
  const email = newcomerOf(victim);
  const address = '203.0.113.99';
  // Others may have used up the mails of this hour.
  shop.wait(3601);
  const password = 'Garca-branca-5521';
  expect(await auth(address, '/signup', { email, password })).toMatchObject({ status: 200 });
  await shop.runJobs();
  const mail = shop.messages.findLast(({ to }) => to === email);
  const link = new URL(/https?:\S+verify\S+/.exec(mail?.text ?? '')![0]);
  await shop.send(new Request(link), { address });
  const enter = (chosen: string) => auth(address, '/token?grant_type=password', { email, password: chosen });
  expect(await enter(ATTACKER_PASSWORD)).toMatchObject({ status: 400 });
  expect(await enter(password)).toMatchObject({ status: 200 });
}

async function auth(address: string, path: string, body: object, token?: string) {
  const request = authRequest('POST', path, body);
  const { status, text } = await shop.send(request, { address, token: token ?? null });
  return { status, body: JSON.parse(text) as { access_token?: string; id?: string; error_code?: string } };
}
