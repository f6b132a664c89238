/** Sends mail by SMTP; in demo, writes it to the mailbox folder. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { recipientRejectionOf, RecipientRejectedError } from './rejected-recipient.ts';
import type { Random } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import type { Mail, Mailer } from './mail.ts';

/** Far shorter than the lease of a message in the outbox. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

export function createMailer(config: Config, random: Random, log: Log): Mailer {
  const transport = config.smtpUrl
    ? createTransport({ url: config.smtpUrl, ...TIMEOUTS }, { from: config.mailFrom })
    : null;
  const mailbox = config.mailboxDir;
  return {
    async send(mail) {
      if (mailbox) await saveToMailbox(mailbox, mail, random);
      if (transport)
        await transport
          .sendMail({
            to: mail.to,
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            headers: mail.headers,
            attachments: mail.attachments?.map((each) => ({ ...each, contentType: 'text/plain' })),
          })
          .catch((error: unknown) => {
            const rejection = recipientRejectionOf(error);
            throw rejection === null ? error : new RecipientRejectedError(rejection);
          });
      else if (!mailbox) log.warn({ subject: mail.subject }, 'mail not sent: SMTP_URL is unset');
    },
  };
}

/** Atomic: writes to a temporary name and renames. */
export async function saveToMailbox(
  folder: string,
  { to, subject, text, html, headers, attachments }: Omit<Mail, 'kind' | 'messageId'>,
  random: Random,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  // The first digits of the id are the time, the last ones random.
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${random.uuid().slice(-12)}`;
  const unfinished = join(folder, `.${name}`);
  await writeFile(unfinished, JSON.stringify({ to, subject, text, html, headers, attachments }, null, 2));
  await rename(unfinished, join(folder, `${name}.json`));
}
