/** The reply address of a ticket's mails: `suporte+<token>@loja.example`. */

const TOKEN = /^[a-z2-7]{26}$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 130 bits in lower case, as mail servers may change the case. @param bytes 26 random bytes */
export function makeReplyToken(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** @param base e-mail address of the setting, without a plus sign */
export function replyAddress(base: string, token: string): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

/** @returns null if no recipient is a reply address of the shop */
export function findReplyToken(base: string, recipients: readonly string[]): string | null {
  const at = base.lastIndexOf('@');
  const [start, end] = [`${base.slice(0, at)}+`.toLowerCase(), base.slice(at).toLowerCase()];
  for (const recipient of recipients) {
    const address = recipient.trim().toLowerCase();
    if (!address.startsWith(start) || !address.endsWith(end)) continue;
    const token = address.slice(start.length, -end.length);
    if (TOKEN.test(token)) return token;
  }
  return null;
}
