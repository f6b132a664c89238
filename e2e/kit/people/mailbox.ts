/** Reads the folder of the demonstration's e-mails and text messages, one file each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

interface Message {
  to: string;
  text: string;
  html: string;
}

/** Waits for a message to `to` that contains `phrase`. @returns the text of the latest one */
export async function messageTo(to: string, phrase: string): Promise<string> {
  return (await mailTo(to, phrase)).text;
}

/** The code of six digits in a message. */
export const codeIn = (text: string) => /\d{6}/.exec(text)![0];

/** Waits for a message. @returns path of its link that matches the pattern */
export async function linkIn(to: string, phrase: string, pattern: RegExp): Promise<string> {
  const url = new URL(pattern.exec(await messageTo(to, phrase))![0]);
  return url.pathname + url.search + url.hash;
}

/** @param mailbox folder of a shop that the test started itself */
export async function mailTo(
  to: string,
  phrase: string,
  mailbox = process.env.E2E_MAILBOX,
): Promise<Message> {
  if (!mailbox) throw new Error('E2E_MAILBOX does not name the mailbox folder');
  let found: Message | null = null;
  await expect
    .poll(async () => {
      const names = await readdir(mailbox).catch(() => []);
      // File names start with the time.
      for (const name of names.filter((file) => file.endsWith('.json')).toSorted()) {
        const mail = JSON.parse(await readFile(join(mailbox, name), 'utf8')) as Message;
        if (mail.to === to && mail.text.includes(phrase)) found = mail;
      }
      return found;
    })
    .not.toBeNull();
  return found!;
}
