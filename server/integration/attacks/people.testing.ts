/**
 * People of the attacked shop. Each has unique data, so that a leak is found in the text of a response.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { TOTP } from 'otpauth';
import { activateAffiliate } from '../../affiliates/activate-affiliate.ts';
import { insertUser } from '../../accounts/create-user.ts';
import { factorRow } from '../../accounts/factors/enroll-factor.ts';
import { respondWithSession, startSession } from '../../accounts/sessions/start-session.ts';
import { hashPassword } from '../../accounts/sign-in/passwords.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { addRifa, line, request } from '../../orders/orders.testing.ts';
import { addPartner, addVoucher } from '../../partners/partners.testing.ts';
import type { AttackedShop } from './attacked-shop.testing.ts';

export const PASSWORD = 'Baleia-azul-7713';

export interface Person {
  id: string;
  email: string;
  name: string;
  surname: string;
  cpf: string;
  phone: string;
  pixKey: string;
  ipAddress: string;
  /** Authenticator app; null without a second factor. */
  totp: TOTP | null;
  session: OpenSession;
  /** Ids of records, by kind. */
  ids: Record<string, string>;
}

export interface OpenSession {
  id: string;
  access: string;
  refresh: string;
}

let passwordHash: Promise<string> | undefined;
const word = () => randomBytes(6).toString('hex');

export interface PersonToAdd {
  role?: 'buyer' | 'admin';
  hasFactor?: boolean;
  /** A verified phone in addition to the authenticator app. */
  hasPhoneFactor?: boolean;
  /** Seconds since the sign-in of the session. */
  sessionAge?: number;
}

/** A buyer with a paid order, a ticket, a voucher and an affiliate account, and a session of her own. */
export async function addPerson(
  shop: AttackedShop,
  { role = 'buyer', hasFactor = false, hasPhoneFactor = false, sessionAge = 0 }: PersonToAdd = {},
): Promise<Person> {
  const { platform } = shop;
  const { db, clock } = platform;
  passwordHash ??= hashPassword(PASSWORD);
  const surname = `Zq${word()}`;
  const email = `${word()}@caixa-${word()}.example`;
  const name = `Marina ${surname}`;
  const hash = await passwordHash;
  const id = await db
    .transaction()
    .execute((trx) =>
      insertUser(platform, trx, { email, passwordHash: hash, confirmed: true, metadata: { name } }),
    );
  const cpf = withCheckDigits(String(randomInt(100_000_000, 999_999_999)));
  const phone = `829${randomInt(10_000_000, 99_999_999)}`;
  const pixKey = `${word()}@pix-${word()}.example`;
  const adminSince = role === 'admin' ? clock.now() : null;
  await db
    .updateTable('profiles')
    .set({ cpf, phone, role, adminSince, city: 'Maceió', state: 'AL', birthDate: '1990-02-28' })
    .where('id', '=', id)
    .execute();
  await activateAffiliate(platform, id);
  const affiliate = await db
    .updateTable('affiliates')
    .set({ pixKey, pixKeyType: 'email' })
    .where('userId', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const ipAddress = `203.0.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const factor = hasFactor ? await addTotp(shop, id) : null;
  const phoneFactor = hasPhoneFactor ? await addPhoneFactor(shop, id, `55${phone}`) : id;
  const session = await openSession(shop, id, { factorId: factor?.id ?? null, ipAddress, age: sessionAge });
  const ids = {
    ...(await addRecords(shop, { id, name, email, cpf, phone })),
    factor: factor?.id ?? id,
    phoneFactor,
  };
  const identity = await db
    .selectFrom('auth.identities')
    .select('id')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  return {
    id,
    email,
    name,
    surname,
    cpf,
    phone,
    pixKey,
    ipAddress,
    session,
    totp: factor?.totp ?? null,
    ids: { ...ids, user: id, session: session.id, affiliate: affiliate.id, identity: identity.id },
  };
}

async function addTotp({ auth }: AttackedShop, userId: string) {
  const totp = new TOTP({ issuer: 'loja', digits: 6, period: 30 });
  const id = auth.random.uuid();
  const now = auth.clock.now();
  const secret = auth.vault.seal(Buffer.from(totp.secret.buffer), factorRow(id));
  await auth.db
    .insertInto('auth.mfaFactors')
    .values({ id, userId, factorType: 'totp', status: 'verified', secret, createdAt: now, updatedAt: now })
    .execute();
  return { id, totp };
}

async function addPhoneFactor({ auth }: AttackedShop, userId: string, phone: string): Promise<string> {
  const id = auth.random.uuid();
  const now = auth.clock.now();
  await auth.db
    .insertInto('auth.mfaFactors')
    .values({ id, userId, factorType: 'phone', status: 'verified', phone, createdAt: now, updatedAt: now })
    .execute();
  return id;
}

/** @param from.age seconds since the sign-in. With `factorId` the session is of level aal2. */
export async function openSession(
  { auth }: AttackedShop,
  userId: string,
  from: { factorId: string | null; ipAddress: string; age?: number },
): Promise<OpenSession> {
  const { factorId, ipAddress, age = 0 } = from;
  const client = { ipAddress, userAgent: `Navegador de ${userId}` };
  const session = await auth.db.transaction().execute(async (trx) => {
    const started = await startSession(auth, trx, userId, 'password', client);
    const timestamp = Math.floor(auth.clock.now().getTime() / 1000) - age;
    const methods = factorId === null ? ['password'] : ['totp', 'password'];
    return trx
      .updateTable('auth.sessions')
      .set({
        aal: factorId === null ? 'aal1' : 'aal2',
        factorId,
        amr: JSON.stringify(methods.map((method) => ({ method, timestamp }))),
      })
      .where('id', '=', started.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  const response = await respondWithSession(auth, { ok: true, value: session });
  if (!response.ok) throw new Error(response.message);
  const { access_token: access, refresh_token: refresh } = response.value;
  return { id: session.id, access, refresh };
}

/** The rifa is shared because creating one is slow. An attacker who is an admin may end or pause its sales. */
const rifas = new WeakMap<AttackedShop, Promise<string>>();

async function addRifaOnSale(shop: AttackedShop): Promise<string> {
  const { db } = shop.platform;
  const shared = await rifas.get(shop);
  const onSale = await db
    .selectFrom('rifas')
    .select('id')
    .where('id', '=', shared ?? null)
    .where('status', '=', 'active')
    .where('pausedAt', 'is', null)
    .executeTakeFirst();
  if (onSale) return onSale.id;
  const created = addRifa(db, 10_000);
  rifas.set(shop, created);
  return created;
}

async function addRecords(
  shop: AttackedShop,
  { id, name, email, cpf, phone }: Pick<Person, 'id' | 'name' | 'email' | 'cpf' | 'phone'>,
) {
  const { platform, services } = shop;
  const { db, clock, random } = platform;
  const rifa = await addRifaOnSale(shop);
  const customer = { name, email, cpf, phone };
  const reserved = await services.orderBatchWriter.reserve(request(id, [line(rifa, 2)], { customer }));
  if (!reserved.ok) throw new Error(reserved.code);
  await db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, clock.now()));
  const now = clock.now();
  const ticket = await db
    .insertInto('supportTickets')
    .values({
      id: random.uuid(),
      userId: id,
      subject: 'Pix',
      message: `Mensagem de ${name}`,
      slaResponseDue: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const partner = await addPartner(platform);
  const voucher = await addVoucher(platform, partner.id, id);
  return {
    rifa,
    order: reserved.order.id,
    reference: reserved.order.externalReference,
    ticket: ticket.id,
    voucher: voucher.id,
    voucherCode: voucher.voucherCode,
    partner: partner.id,
  };
}

/** Texts that only the person and staff may read. */
export function markersOf({ surname, email, cpf, phone, pixKey }: Person): string[] {
  return [surname, email, cpf, phone, pixKey];
}

function withCheckDigits(base: string): string {
  let cpf = base;
  for (const weight of [10, 11]) {
    const sum = Array.from(cpf).reduce((total, digit, index) => total + Number(digit) * (weight - index), 0);
    cpf += String(((sum * 10) % 11) % 10);
  }
  return cpf;
}

/** Finds formatted numbers too. */
export function containsMarker(text: string, marker: string): boolean {
  return /^\d+$/.test(marker) ? text.replaceAll(/[ ().\-+]/g, '').includes(marker) : text.includes(marker);
}
