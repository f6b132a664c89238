/** Content of a mail from the panel, and results of such mails. */
import { z } from 'zod';
import { trimmedText, writtenText } from '../plain-text.ts';
import { sitePath } from '../site-path.ts';

export const line = (max: number) => writtenText(max).regex(/^[^\r\n]*$/);

export const mailContent = z.object({
  subject: line(150),
  body: writtenText(10_000),
  /** Empty: no button. */
  buttonLabel: trimmedText(40).regex(/^[^\r\n]*$/),
  /** Path of this site. */
  buttonPath: sitePath(300),
});
export type MailContent = z.infer<typeof mailContent>;

export const mailStats = z.object({
  recipients: z.int(),
  /** Tried at the mail server. */
  sent: z.int(),
  /** Accepted by the mail server. */
  delivered: z.int(),
  /** Mails that were not sent because of the person's preferences. */
  skipped: z.int(),
  /** Delivered to readers who consent to measurement: the base of opens and clicks. */
  measured: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
  /** Bounced. */
  bounced: z.int(),
  /** Paid orders that belong to these mails by last touch. */
  orders: z.int(),
  /** Mails with such orders. A reader may order several times, but never without a click. */
  buyers: z.int(),
  revenueCentavos: z.int(),
});
export type MailStats = z.infer<typeof mailStats>;
