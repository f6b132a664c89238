/** All mails with their kind, which decides whether email preferences apply. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MailKind } from '../platform/messages/mail.ts';

/** `essential` ignores preferences, so each needs a reason. */
const SENDERS: Record<string, MailKind[]> = {
  // Requested codes and links, and security warnings.
  'accounts/messages/auth-mails.ts': ['essential'],
  'accounts/express/send-access-code.job.ts': ['essential'],
  // An admin invites one person to the team.
  'accounts/team/invitation-mail.ts': ['essential'],
  // Warns the owners: a merge that they did not request may steal cotas.
  'admin/people/notify-merged-owners.ts': ['essential'],
  'accounts/privacy/account-deleted-mail.ts': ['essential'],
  'partners/login/partner-code-mail.ts': ['essential'],
  'orders/own-numbers/send-lookup-code.job.ts': ['essential'],
  'campaigns/newsletter-confirmation-mail.ts': ['essential'],
  'campaigns/preferences/send-unsubscribe-link.job.ts': ['essential'],
  'rifas/announcement/send-notice-confirmation.job.ts': ['essential'],
  // The recipient requested exactly this offer.
  'rifas/announcement/mail-opening.job.ts': ['requested'],
  // A recipient who misses the mail may lose the prize.
  'draws/prizes/news/winner-messages.ts': ['essential'],
  // A correction withdraws an announced prize.
  'draws/news/deliver-draw-news.job.ts': ['essential', 'transactional'],
  // The buyer requested a copy.
  'draws/proofs/receipts/mail-receipt.ts': ['essential'],
  // Answers of the help desk. That a ticket was received or resolved is also shown on the site.
  'support/contact-confirmation-mail.ts': ['essential'],
  'support/send-ticket-mail.job.ts': ['essential', 'transactional'],
  'orders/mails/order-mails.ts': ['transactional'],
  // Warns the buyer: a correction that they did not request redirects their messages.
  'orders/mails/contact-corrected-mail.ts': ['essential'],
  'orders/gifts/send-gift-mail.job.ts': ['transactional'],
  'orders/group-purchases/send-group-news.ts': ['transactional'],
  'affiliates/commissions/send-commission-mail.job.ts': ['transactional'],
};

/** Sends mails that others composed. */
const MAIL_SENDER = 'mail/outbox/mail-channel.ts';

const KIND = /'(essential|requested|transactional|weeklyNewsletter|marketing|promotional)'/g;
const server = join(import.meta.dirname, '..');
const sources = globSync('**/*.ts', { cwd: server }).filter(
  (file) => !/\.test(ing)?\.ts$|node_modules|^platform\//.test(file),
);
const read = (file: string) => readFileSync(join(server, file), 'utf8');

test('every mail is composed by a known sender with its kind', () => {
  const found = sources
    .filter((file) => read(file).includes('composeMail('))
    .map((file) => [
      file,
      [...new Set([...read(file).matchAll(KIND)].map((match) => String(match[1])))].toSorted(),
    ]);
  expect(Object.fromEntries(found)).toEqual(SENDERS);
});

test('only the outbox calls the mailer, with mails of the shared layout', () => {
  const otherSenders = sources.filter((file) =>
    /mailer\s*\.send\(\s*\{|subject: .* · \$\{SHOP\}/.test(read(file)),
  );
  expect(otherSenders).toEqual([MAIL_SENDER]);
});
