/** Links that end mails by themselves: signed, so that nobody can end those of somebody else. */
import { z } from 'zod';
import type { Database } from '@mare/database/connect.ts';
import { readToken, signToken } from './signed-link.ts';

/** `offers` leaves mails about one's orders; `everything` ends those too. */
export type UnsubscribeScope = 'offers' | 'everything';

export interface UnsubscribeRequest {
  email: string;
  scope: UnsubscribeScope;
  /** The counted message that the link stood in. */
  messageId?: string;
}

/** Opens a page for people, and takes the one-click POST of mail programs (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/email-preferences/cancelar';

const content = z
  .tuple([z.email(), z.enum(['offers', 'everything'])])
  .or(z.tuple([z.email(), z.enum(['offers', 'everything']), z.uuid()]));

/** @returns an address without an end of its validity: people unsubscribe from old mails too. */
export async function unsubscribeLink(
  db: Database,
  publicUrl: string,
  { email, scope, messageId }: UnsubscribeRequest,
): Promise<string> {
  const about = [email.toLowerCase(), scope, ...(messageId ? [messageId] : [])];
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${await signToken(db, 'unsubscribe', about)}`;
}

/** @returns null when the token is not one of ours. */
export async function readUnsubscribeToken(db: Database, token: string): Promise<UnsubscribeRequest | null> {
  const read = await readToken(db, 'unsubscribe', token, content);
  if (!read) return null;
  const [email, scope, messageId] = read;
  return { email, scope, messageId };
}
