/** Text messages: through the configured gateway; in demo, into the mailbox folder beside the e-mails. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../platform/platform.ts';
import type { AuthSettings } from '../auth-settings.ts';

export interface SmsSender {
  /** @param to E.164 without the plus sign. @throws when the message was not taken. */
  send(to: string, text: string): Promise<void>;
}

const TIMEOUT_MILLISECONDS = 10_000;

/** @returns null when there is no way to send any. */
export function smsSenderOf(settings: AuthSettings, { config, random }: Platform): SmsSender | null {
  const { smsGateway } = settings;
  if (smsGateway) return { send: (to, text) => sendThrough(smsGateway, to, text) };
  const folder = config.demo ? config.mailboxDir : null;
  return folder ? { send: (to, text) => drop(folder, random.uuid(), to, text) } : null;
}

async function sendThrough(gateway: { url: string; token: string }, to: string, text: string): Promise<void> {
  const response = await fetch(gateway.url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.token}` },
    body: JSON.stringify({ to: `+${to}`, text }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
}

/** Written under another name and then renamed, so that a reader never meets half a message. */
async function drop(folder: string, id: string, to: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `${id}.part`);
  await writeFile(partial, JSON.stringify({ to: `+${to}`, subject: 'SMS', text, html: '' }));
  await rename(partial, join(folder, `${id}.json`));
}
