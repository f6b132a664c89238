/** Parses a mail as a provider posts it: the raw message, or JSON parsed by the provider. It is untrusted. */
import { convert } from 'html-to-text';
import PostalMime, { type Address, addressParser, type Email } from 'postal-mime';
import { z } from 'zod';
import type { MailHeaders } from '@mare/domain/support/inbound/automatic-mail.ts';

export interface ReceivedMail {
  from: { name: string; address: string };
  /** Recipients in the headers and the envelope. */
  recipients: string[];
  subject: string;
  text: string;
  /** Message-ID with angle brackets; null if it is missing or unsafe to repeat in a header. */
  messageId: string | null;
  headers: MailHeaders;
  attachments: { name: string; bytes: Uint8Array }[];
}

const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };
const MAX_TEXT_CHARACTERS = 100_000;
/** Pictures in signatures are smaller, photos of receipts larger. */
const MIN_INLINE_BYTES = 10_000;
const MAX_NAME_CHARACTERS = 120;
const MAX_SUBJECT_CHARACTERS = 200;

/** @returns null if it is not a mail, or has no sender */
export async function parseRawMail(
  bytes: Uint8Array,
  envelope: readonly string[] = [],
): Promise<ReceivedMail | null> {
  let mail: Email;
  try {
    mail = await PostalMime.parse(bytes, LIMITS);
  } catch {
    return null;
  }
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to'].map((name) => headers.get(name) ?? '');
  return toMail({
    from: mail.from && flat([mail.from])[0],
    recipients: [
      ...envelope,
      ...flat([...(mail.to ?? []), ...(mail.cc ?? [])]).map(({ address }) => address),
    ],
    more: delivered,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    headers,
    attachments: mail.attachments
      .map(({ filename, content, related, disposition }) => ({
        name: filename ?? '',
        bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
        isInline: related === true || disposition === 'inline',
      }))
      .filter(({ isInline, bytes }) => !isInline || bytes.byteLength >= MIN_INLINE_BYTES),
  });
}

const headerValue = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat().join(', '));
const postedMail = z.union([
  z.object({ raw: z.base64(), to: z.union([z.string(), z.array(z.string())]).optional() }),
  z.object({
    from: z.string(),
    to: z.union([z.string(), z.array(z.string())]),
    subject: z.string().optional(),
    text: z.string().nullish(),
    html: z.string().nullish(),
    messageId: z.string().nullish(),
    headers: z.record(z.string(), headerValue).optional(),
    attachments: z.array(z.object({ filename: z.string().nullish(), content: z.base64() })).optional(),
  }),
]);

/** @returns null if the JSON has an unknown form */
export async function readPostedMail(json: unknown): Promise<ReceivedMail | null> {
  const { data } = postedMail.safeParse(json);
  if (!data) return null;
  const envelope = data.to === undefined ? [] : addressesIn([data.to].flat());
  if ('raw' in data) return parseRawMail(Buffer.from(data.raw, 'base64'), envelope);
  const headers = new Map(
    Object.entries(data.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return toMail({
    from: flat(addressParser(data.from))[0],
    recipients: envelope,
    more: [],
    subject: data.subject,
    text: data.text,
    html: data.html,
    messageId: data.messageId ?? headers.get('message-id'),
    headers,
    attachments: (data.attachments ?? []).map(({ filename, content }) => ({
      name: filename ?? '',
      bytes: Buffer.from(content, 'base64'),
    })),
  });
}

interface Parts {
  from: { name: string; address: string } | undefined;
  recipients: string[];
  /** Header values with further recipients. */
  more: string[];
  subject: string | null | undefined;
  text: string | null | undefined;
  html: string | null | undefined;
  messageId: string | null | undefined;
  headers: MailHeaders;
  attachments: ReceivedMail['attachments'];
}

function toMail({ from, more, text, html, ...parts }: Parts): ReceivedMail | null {
  const address = from?.address.trim().toLowerCase() ?? '';
  if (!z.email().max(255).safeParse(address).success) return null;
  const written = text?.trim() ? text : html ? htmlToText(html) : '';
  return {
    from: { address, name: onOneLine(from?.name ?? '', MAX_NAME_CHARACTERS) },
    recipients: [...parts.recipients, ...addressesIn(more)],
    subject: onOneLine(parts.subject ?? '', MAX_SUBJECT_CHARACTERS),
    text: plain(written.slice(0, MAX_TEXT_CHARACTERS)),
    messageId: /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/.exec(parts.messageId?.trim() ?? '')?.[0] ?? null,
    headers: parts.headers,
    attachments: parts.attachments.map(({ name, bytes }) => ({ name, bytes })),
  };
}

function htmlToText(html: string): string {
  try {
    return convert(html.slice(0, 10 * MAX_TEXT_CHARACTERS), {
      wordwrap: false,
      limits: { maxDepth: 60 },
      selectors: [
        { selector: 'img', format: 'skip' },
        { selector: 'a', options: { ignoreHref: true } },
        // Quoted mails.
        { selector: 'blockquote', format: 'skip' },
        { selector: 'div.gmail_quote', format: 'skip' },
      ],
    });
  } catch {
    return '';
  }
}

function flat(addresses: readonly Address[]): { name: string; address: string }[] {
  return addresses.flatMap(({ name, address, group }) =>
    address === undefined ? (group ?? []) : [{ name, address }],
  );
}

function addressesIn(values: readonly string[]): string[] {
  return values.flatMap((value) => flat(addressParser(value)).map(({ address }) => address));
}

/** Text that PostgreSQL can store, with line breaks. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\n\r\t])\p{Cc}/gu, '');
}

function onOneLine(text: string, maxCharacters: number): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]+|\s+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed();
}
