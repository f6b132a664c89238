/** Attackers, with the initial credentials of each and the changes that she may make. */
import { startPartnerSession } from '../../partners/login/partner-session.ts';
import { addPartner } from '../../partners/partners.testing.ts';
import { requestCookies } from '../../platform/http/request/cookies.ts';
import type { AttackedShop } from './attacked-shop.testing.ts';
import { ANONYMOUS_AUTH_ROUTES, type AuthRoute } from './auth-steps.testing.ts';
import { ATTACKER_IP, authRequest, type AttackerState, tokensIn } from './attacker-state.testing.ts';
import type { AccountField } from './invariants.testing.ts';
import { addPerson, openSession, type Person } from './people.testing.ts';

export interface Attacker {
  name: string;
  prepare(shop: AttackedShop): Promise<AttackerState>;
  /** Fields of the victim's account that the attacker may change; each change leaves a record. */
  mayChange?: readonly AccountField[];
  /** She has the owner's rights. The owner can undo her changes with the mail of the first one. */
  ownsAccount?: boolean;
  /** She has the victim's read permissions. */
  readsVictim?: boolean;
  routes?: readonly AuthRoute[];
}

function attackerStateOf(
  shop: AttackedShop,
  victim: Person,
  changes: Partial<AttackerState> = {},
): AttackerState {
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
    accessId: null,
    ...changes,
  };
}

export const ATTACKERS: Attacker[] = [
  {
    name: 'with the password of an account with a second factor',
    async prepare(shop) {
      const victim = await addPerson(shop, { hasFactor: true });
      const stolen = await openSession(shop, victim.id, { factorId: null, ipAddress: ATTACKER_IP });
      return attackerStateOf(shop, victim, { sessions: [stolen], knowsPassword: true });
    },
  },
  {
    name: 'with the password of an account without a second factor',
    async prepare(shop) {
      const victim = await addPerson(shop);
      const from = { factorId: null, ipAddress: ATTACKER_IP };
      return attackerStateOf(shop, victim, {
        sessions: [await openSession(shop, victim.id, from)],
        knowsPassword: true,
      });
    },
    mayChange: [
      'email',
      'newEmail',
      'password',
      'phone',
      'identities',
      'factors',
      'pixKey',
      'mailPreferences',
      'session',
      'deleted',
      'banned',
    ],
    ownsAccount: true,
    readsVictim: true,
  },
  {
    name: 'with an old session of an account without a second factor',
    async prepare(shop) {
      const victim = await addPerson(shop);
      const from = { factorId: null, ipAddress: ATTACKER_IP, age: 3000 };
      return attackerStateOf(shop, victim, { sessions: [await openSession(shop, victim.id, from)] });
    },
    mayChange: ['session', 'mailPreferences'],
    readsVictim: true,
  },
  {
    name: 'with an old session of an account with a second factor',
    async prepare(shop) {
      const victim = await addPerson(shop, { hasFactor: true });
      const from = { factorId: victim.ids.factor!, ipAddress: ATTACKER_IP, age: 3000 };
      return attackerStateOf(shop, victim, { sessions: [await openSession(shop, victim.id, from)] });
    },
    mayChange: ['session', 'mailPreferences'],
    readsVictim: true,
  },
  {
    name: 'who is a partner',
    async prepare(shop) {
      const own = await addPerson(shop);
      const partner = await addPartner(shop.platform);
      const cookies = requestCookies(undefined, shop.platform.config.publicUrl);
      await startPartnerSession(shop.platform, cookies, partner.id);
      const cookie = cookies.setCookies[0]!.split(';')[0]!;
      return attackerStateOf(shop, await addPerson(shop), { own, sessions: [{ ...own.session }], cookie });
    },
  },
  {
    name: 'who is an affiliate',
    async prepare(shop) {
      const own = await addPerson(shop);
      return attackerStateOf(shop, await addPerson(shop, { hasFactor: true }), {
        own,
        sessions: [{ ...own.session }],
      });
    },
  },
  {
    name: 'who became an admin a moment ago',
    async prepare(shop) {
      const own = await addPerson(shop, { role: 'admin', hasFactor: true });
      return attackerStateOf(shop, await addPerson(shop, { hasFactor: true }), {
        own,
        sessions: [{ ...own.session }],
      });
    },
    mayChange: ['role', 'banned', 'factors', 'session', 'deleted'],
    readsVictim: true,
  },
  {
    name: 'who bought without a password under the contact of another buyer',
    async prepare(shop) {
      const victim = await addPerson(shop, { hasFactor: true });
      const { email, phone } = victim;
      const form = { email, phone, data: { name: 'Ladrão' } };
      const { text } = await shop.send(authRequest('POST', '/express', form), { ipAddress: ATTACKER_IP });
      const state = attackerStateOf(shop, victim, { sessions: [tokensIn(text)!] });
      state.sent.push(JSON.stringify(form));
      return state;
    },
  },
  {
    name: 'who is an anonymous crowd',
    async prepare(shop) {
      return attackerStateOf(shop, await addPerson(shop, { hasFactor: true, hasPhoneFactor: true }), {
        isCrowd: true,
      });
    },
    routes: ANONYMOUS_AUTH_ROUTES,
  },
];
