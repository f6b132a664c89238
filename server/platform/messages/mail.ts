/**
 * Mail category, matched against the recipient's preferences. `essential` is always sent: codes, security, responses to a
 * request. `requested` is an offer that the recipient asked for once: sent whatever the preferences, but not to people who
 * paused buying. The others are the four e-mail preferences.
 */
export type MailKind =
  | 'essential'
  | 'requested'
  | 'transactional'
  | 'weeklyNewsletter'
  | 'marketing'
  | 'promotional';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The mailer skips kinds that the recipient has disabled. */
  kind: MailKind;
  /** Id in email_messages: unsubscribes from this mail are counted with it. */
  messageId?: string;
  /** Extra headers, e.g. List-Unsubscribe. */
  headers?: Record<string, string>;
  attachments?: readonly { filename: string; content: string }[];
}

/** Placeholder for the shop's name; the mailer replaces it. */
export const SHOP = '{loja}';

/** Placeholder for the shop's logo in HTML; the mailer replaces it. */
export const LOGO = '{logo}';

export interface Mailer {
  /**
   * Only the outbox calls it, outside any transaction: see `queueMail`.
   * @returns 'skipped' if the recipient opted out of this kind of mail
   * @throws RecipientRejectedError if the address is permanently invalid; other errors are transient
   */
  send(mail: Mail): Promise<'skipped' | void>;
}
