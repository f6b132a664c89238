/** Links that end mails by themselves: signed by the shop, so that nobody can end those of somebody else. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '@mare/database/connect.ts';

/** `offers` leaves mails about one's orders; `everything` ends those too. */
export type UnsubscribeScope = 'offers' | 'everything';

export interface UnsubscribeRequest {
  email: string;
  scope: UnsubscribeScope;
}

/** Opens a page for people, and takes the one-click POST of mail programs (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/email-preferences/cancelar';

const content = z.tuple([z.email(), z.enum(['offers', 'everything'])]);

/** @returns an address without an end of its validity: people unsubscribe from old mails too. */
export async function unsubscribeLink(
  db: Database,
  publicUrl: string,
  { email, scope }: UnsubscribeRequest,
): Promise<string> {
  const body = Buffer.from(JSON.stringify([email.toLowerCase(), scope])).toString('base64url');
  const token = `${body}.${(await signatureOf(db, body)).toString('base64url')}`;
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** @returns null when the token is not one of ours. */
export async function readUnsubscribeToken(db: Database, token: string): Promise<UnsubscribeRequest | null> {
  const [body = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = await signatureOf(db, body);
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [email, scope] = content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  return { email, scope };
}

async function signatureOf(db: Database, body: string): Promise<Buffer> {
  const { key } = await db
    .selectFrom('linkKeys')
    .select('key')
    .where('purpose', '=', 'unsubscribe')
    .executeTakeFirstOrThrow();
  return createHmac('sha256', key).update(body).digest();
}
