/** Recognises automatic mails by their headers (RFC 3834 and common practice). They open no ticket. */

/** Names in lower case. */
export type MailHeaders = ReadonlyMap<string, string>;

const PRECEDENCES = new Set(['bulk', 'junk', 'list', 'auto_reply']);
const PRESENT = [
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'list-id',
  'list-unsubscribe',
  'feedback-id',
];
const SENDERS = /^(?:mailer-daemon|postmaster|bounces?|no-?reply|nao-?responda|do-?not-?reply)(?:[+@]|$)/i;

export function isAutomaticMail(headers: MailHeaders, from: string): boolean {
  const read = (name: string) => headers.get(name)?.trim().toLowerCase() ?? '';
  const submitted = read('auto-submitted');
  return (
    (submitted !== '' && submitted !== 'no') ||
    PRECEDENCES.has(read('precedence')) ||
    PRESENT.some((name) => headers.has(name)) ||
    // Delivery notices have no sender address.
    read('return-path') === '<>' ||
    read('content-type').startsWith('multipart/report') ||
    SENDERS.test(from)
  );
}

/** Whether the receiving server reports that the sender's domain is forged (Authentication-Results). */
export function failsAuthentication(headers: MailHeaders): boolean {
  return /\bdmarc\s*=\s*fail\b/i.test(headers.get('authentication-results') ?? '');
}
