/** Express accounts and access codes of tests, over HTTP. */
import { randomInt } from 'node:crypto';
import { newEmail, type TestAuthService } from '../accounts.testing.ts';
import type { SessionResponse } from '../sessions/start-session.ts';

export const newMobile = () => `829${String(randomInt(1e8)).padStart(8, '0')}`;

export interface StatedContact {
  email: string;
  /** Area code and number. */
  phone: string;
}

export interface ExpressBuyer extends StatedContact {
  userId: string;
  session: SessionResponse;
}

export async function openExpress(
  service: TestAuthService,
  stated: Partial<StatedContact> = {},
): Promise<ExpressBuyer> {
  const { email = newEmail(), phone = newMobile() } = stated;
  const response = await service.post('/express', { email, phone, data: { name: 'Ana Souza' } });
  if (!response.ok) throw new Error(await response.text());
  const session = (await response.json()) as SessionResponse;
  return { email, phone, userId: session.user.id as string, session };
}

/** Marks the account's orders as paid, as a payment does. */
export async function markPaid(service: TestAuthService, userId: string): Promise<void> {
  await service.platform.db
    .updateTable('profiles')
    .set({ totalOrders: 1, lastActivityAt: service.clock.now() })
    .where('id', '=', userId)
    .execute();
}

export const bearerHeader = (session: SessionResponse) => ({
  authorization: `Bearer ${session.access_token}`,
});

/** @returns the id of the request */
export async function requestCode(
  service: TestAuthService,
  contact: string,
  session?: SessionResponse,
): Promise<string> {
  const response = await service.post('/access-codes', { contact }, session && bearerHeader(session));
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { access_id: string }).access_id;
}

/** Waits for the message with a code to an e-mail address or a phone. */
export async function readCode(service: TestAuthService, contact: string): Promise<string> {
  for (;;) {
    const mail = await service.mailbox.next(contact.includes('@') ? contact : `55${contact}`);
    const code = /\d{6}/.exec(`${mail.subject} ${mail.text}`);
    if (code) return code[0];
  }
}

export const typeCode = (service: TestAuthService, accessId: string, code: string) =>
  service.post('/access-codes/verify', { access_id: accessId, code });

/** Requests a code, reads it from the message and enters it. */
export async function enterMailedCode(
  service: TestAuthService,
  contact: string,
  { session, mailbox: at = contact }: { session?: SessionResponse; mailbox?: string } = {},
): Promise<Response> {
  const accessId = await requestCode(service, contact, session);
  return typeCode(service, accessId, await readCode(service, at));
}

export const sessionOf = async (response: Response) => (await response.json()) as SessionResponse;

export const userOf = ({ platform }: TestAuthService, userId: string) =>
  platform.db.selectFrom('auth.users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

export const isSessionActive = async (service: TestAuthService, session: SessionResponse): Promise<boolean> =>
  (await fetch(`${service.url}/user`, { headers: bearerHeader(session) })).ok;
