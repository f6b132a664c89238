/**
 * Why a mail is written, which decides who may be spared it. `essential` always goes: codes, security, answers to what
 * somebody just asked for. The others are the four choices of the e-mail preferences.
 */
export type MailKind = 'essential' | 'transactional' | 'weeklyNewsletter' | 'marketing' | 'promotional';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The mailer does not send what the person has switched off. */
  kind: MailKind;
  /** Id of a counted message (email_messages): whoever ends such mails in it is counted with it. */
  messageId?: string;
  /** Extra headers, e.g. List-Unsubscribe. */
  headers?: Record<string, string>;
}

/** Stands in what is written for the shop's own name, which the mailer knows. */
export const SHOP = '{loja}';

export interface Mailer {
  /** @throws AddressRejectedError when the address itself takes no mail; any other error may pass */
  send(mail: Mail): Promise<void>;
}
