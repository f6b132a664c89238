/** Which mails are sent at all, and of which kind: what a person has switched off never leaves (email preferences). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MailKind } from '../platform/messages/mail.ts';

/** `essential` always goes, so each needs its reason here. */
const SENDERS: Record<string, MailKind[]> = {
  // Codes, links and warnings that somebody asked for or must hear of.
  'accounts/messages/auth-mails.ts': ['essential'],
  'accounts/privacy/farewell-mail.ts': ['essential'],
  'partners/login/send-partner-code.job.ts': ['essential'],
  'orders/own-numbers/send-lookup-code.job.ts': ['essential'],
  'campaigns/send-newsletter-confirmation.job.ts': ['essential'],
  'campaigns/preferences/send-unsubscribe-link.job.ts': ['essential'],
  // A prize that nobody hears of is lost.
  'draws/prizes/winner-messages.ts': ['essential'],
  // Answers to what was written to the desk; that it arrived or was resolved is told by the site, too.
  'support/send-contact-confirmation.job.ts': ['essential'],
  'support/send-ticket-mail.job.ts': ['essential', 'transactional'],
  'orders/mails/order-mails.ts': ['transactional'],
  'orders/gifts/send-gift-mail.job.ts': ['transactional'],
  'affiliates/commissions/mail-earner.job.ts': ['transactional'],
};

/** Campaigns look as their admin wrote them, and go to who wants their kind; a try-out goes to the admin who asked. */
const OTHER_LOOKS = ['campaigns/management/campaigns-admin.routes.ts', 'campaigns/messages/send-message.ts'];

const KIND = /'(essential|transactional|weeklyNewsletter|marketing|promotional)'/g;
const server = join(import.meta.dirname, '..');
const sources = globSync('**/*.ts', { cwd: server }).filter(
  (file) => !/\.test(ing)?\.ts$|node_modules|^platform\//.test(file),
);
const read = (file: string) => readFileSync(join(server, file), 'utf8');

test('every mail is composed by one of the known senders, with its kind', () => {
  const found = sources
    .filter((file) => read(file).includes('composeMail('))
    .map((file) => [
      file,
      [...new Set([...read(file).matchAll(KIND)].map((match) => String(match[1])))].toSorted(),
    ]);
  expect(Object.fromEntries(found)).toEqual(SENDERS);
});

test('nobody writes a mail past the one look', () => {
  const others = sources.filter((file) => /mailer\s*\.send\(\s*\{|subject: .* · \$\{SHOP\}/.test(read(file)));
  expect(others.toSorted()).toEqual(OTHER_LOOKS);
});
