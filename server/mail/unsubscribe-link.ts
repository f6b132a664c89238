/** Signed unsubscribe links, which need no login. */
import { z } from 'zod';
import type { Database } from '@mare/database/connection/connect.ts';
import { readToken, signToken } from './signed-link.ts';

/** `offers` ends promotional mail only; `everything` also ends mails about orders. */
export type UnsubscribeScope = 'offers' | 'everything';

export interface UnsubscribeRequest {
  email: string;
  scope: UnsubscribeScope;
  /** The campaign message that held the link. */
  messageId?: string;
}

/** GET shows a page; POST is the one-click unsubscribe of RFC 8058. */
export const UNSUBSCRIBE_PATH = '/email-preferences/cancelar';

const content = z
  .tuple([z.email(), z.enum(['offers', 'everything'])])
  .or(z.tuple([z.email(), z.enum(['offers', 'everything']), z.uuid()]));

/** @returns a link that never expires, because links in old mails must keep working */
export async function unsubscribeLink(
  db: Database,
  publicUrl: string,
  { email, scope, messageId }: UnsubscribeRequest,
): Promise<string> {
  const about = [email.toLowerCase(), scope, ...(messageId ? [messageId] : [])];
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${await signToken(db, 'unsubscribe', about)}`;
}

/** @returns null when the signature is invalid */
export async function readUnsubscribeToken(db: Database, token: string): Promise<UnsubscribeRequest | null> {
  const read = await readToken(db, 'unsubscribe', token, content);
  if (!read) return null;
  const [email, scope, messageId] = read;
  return { email, scope, messageId };
}
