import { z } from 'zod';
import type { WhatsAppAccount } from '../config/message-settings.ts';
import { readLimited } from '../http/outgoing/read-limited.ts';

const TIMEOUT_MS = 8_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
const mediaResponse = z.object({ url: z.url() });

/**
 * Downloads a file that a person sent. The API returns its URL, which is requested only from Meta's hosts or the API's.
 *
 * @returns null if the file has expired or is at another host
 * @throws on transient failure
 */
export async function downloadWhatsAppMedia(
  account: WhatsAppAccount,
  id: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  if (!/^\d{1,40}$/.test(id)) return null;
  const found = await ask(account, `${account.url}/${id}`);
  if (!found) return null;
  const text = (await readLimited(found, MAX_RESPONSE_BYTES)).toString();
  const { data } = mediaResponse.safeParse(parseOrNull(text));
  if (!data || !isMetaUrl(account, data.url)) return null;
  const file = await ask(account, data.url);
  if (!file) return null;
  // A file beyond the limit is rejected without a retry, which would not make it smaller.
  return readLimited(file, maxBytes).catch(() => null);
}

/** @returns null if it does not exist any more */
async function ask({ accessToken }: WhatsAppAccount, url: string): Promise<Response | null> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return response;
  await response.body?.cancel();
  if (response.status === 400 || response.status === 404) return null;
  throw new Error(`WhatsApp answered ${response.status}`);
}

function isMetaUrl(account: WhatsAppAccount, url: string): boolean {
  const { protocol, hostname, origin } = new URL(url);
  return origin === new URL(account.url).origin || (protocol === 'https:' && hostname.endsWith('.fbsbx.com'));
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
