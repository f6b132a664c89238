/**
 * `npm run demo:reply -- "Ainda nada." [photo.jpg]`: answers the newest ticket mail in the demonstration's mailbox folder,
 * as the mail provider of a real shop would deliver it.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Mail } from '../server/platform/messages/mail.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { signWebhook } from '../server/platform/http/request/verify-webhook.ts';

type TicketMail = Mail & { replyTo: string };

const [text, file] = process.argv.slice(2);
const config = readConfig(process.env);
const folder = config.demo ? config.mailboxDir : null;
const mail = folder && newestTicketMail(folder);
if (!text || !mail) {
  console.error(
    text
      ? 'Não há e-mail de ticket na pasta da demonstração. Abra um ticket na loja e responda a ele no painel.'
      : 'Diga o que responder: npm run demo:reply -- "Ainda nada."',
  );
  process.exit(1);
}
const body = JSON.stringify({
  from: mail.to,
  to: mail.replyTo,
  subject: `Re: ${mail.subject}`,
  text: `${text}\n\nEm seg., às 10:00, <${mail.replyTo}> escreveu:\n\n> ${mail.text.replaceAll('\n', '\n> ')}`,
  messageId: `<${randomUUID()}@demonstracao.example>`,
  attachments: file ? [{ filename: basename(file), content: readFileSync(file).toString('base64') }] : [],
});
const id = randomUUID();
const timestamp = String(Math.floor(Date.now() / 1000));
const response = await fetch(`${config.publicUrl}/webhooks/mail`, {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signWebhook({ id, timestamp, rawBody: body }, config.mailReplies!.secrets[0]!)}`,
  },
  body,
});
console.log(response.ok ? `Resposta de ${mail.to} entregue à loja.` : `A loja respondeu ${response.status}.`);
process.exit(response.ok ? 0 : 1);

function newestTicketMail(folder: string): TicketMail | null {
  const names = readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name));
  for (const name of names.toSorted().toReversed()) {
    const mail = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mail;
    const replyTo = mail.headers?.['Reply-To'];
    if (replyTo) return { ...mail, replyTo };
  }
  return null;
}
