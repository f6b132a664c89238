/** Signed tokens for links that act without a login. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { Database } from '@mare/database/connection/connect.ts';

/** Each purpose has its key in link_keys. */
export type LinkPurpose = 'unsubscribe' | 'click';

export async function signToken(db: Database, purpose: LinkPurpose, content: unknown): Promise<string> {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${body}.${(await signatureOf(db, purpose, body)).toString('base64url')}`;
}

/** @returns null when the signature is invalid */
export async function readToken<Content>(
  db: Database,
  purpose: LinkPurpose,
  token: string,
  schema: z.ZodType<Content>,
): Promise<Content | null> {
  const [body = '', signature = '', ...more] = token.split('.');
  const actual = Buffer.from(signature, 'base64url');
  const expected = await signatureOf(db, purpose, body);
  if (more.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return schema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
}

async function signatureOf(db: Database, purpose: LinkPurpose, body: string): Promise<Buffer> {
  const { key } = await db
    .selectFrom('linkKeys')
    .select('key')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return createHmac('sha256', key).update(body).digest();
}
