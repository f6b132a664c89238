/** Time-stamping client (RFC 3161). The operator configures the URLs. Redirects are not followed. */
import { readLimited } from '../../platform/http/outgoing/read-limited.ts';
import { equalBytes } from '@mare/domain/transparency/log/merkle-tree.ts';
import type { X509 } from '@mare/domain/transparency/timestamps/certificates.ts';
import {
  formatTimestampRequest,
  parseTimestampReply,
  QUERY_TYPE,
} from '@mare/domain/transparency/timestamps/timestamp-request.ts';
import { openTimestampToken } from '@mare/domain/transparency/timestamps/timestamp-token.ts';

const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 65_536;

/** @throws when the authority does not respond with a token of this hash that leads to one of the roots */
export async function requestToken(
  url: string,
  hash: Uint8Array,
  readRoots: () => readonly X509[],
): Promise<{ token: Uint8Array; time: Date }> {
  const response = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(formatTimestampRequest(hash)),
    redirect: 'error',
    headers: { 'content-type': QUERY_TYPE },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  const token = parseTimestampReply(await readLimited(response, MAX_REPLY_BYTES));
  // Read now, because the demonstration's authority generates its root with the first request.
  const opened = token && (await openTimestampToken(token, readRoots()));
  if (!opened) throw new Error('no time-stamp token');
  if (!equalBytes(opened.imprint, hash)) throw new Error('the token stamps another hash');
  if (!opened.isTrusted) throw new Error(`no trusted root leads to ${opened.authority}`);
  return { token, time: opened.time };
}
