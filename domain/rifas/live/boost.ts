/** Announcing a rifa on sale to people who consented to offers. */
import { fullMinute } from '../../time/full-minute.ts';
import { formatBrl, formatInteger, formatLongDate } from '../../format.ts';

/** Minimum interval between announcements of a rifa, so that people stay subscribed. */
const BOOST_EVERY_MS = 24 * 3_600_000;

/** @param lastAt of the latest announcement */
export function nextBoostFrom(lastAt: Date): Date {
  return fullMinute(new Date(lastAt.getTime() + BOOST_EVERY_MS));
}

/** Maximum validity of an announcement's coupon; never beyond the end of sales. */
export const COUPON_HOURS = { min: 1, usual: 48, max: 168 } as const;

/** Maximum period over which sales are compared. */
const COMPARED_MS = 24 * 3_600_000;

export interface BoostedRifa {
  title: string;
  totalNumbers: number;
  left: number;
  priceCentavos: number;
  drawDate: Date;
}

const LAST_PERCENT = 20;

/** Initial subject and message. */
export function suggestBoost({ title, totalNumbers, left, priceCentavos, drawDate }: BoostedRifa) {
  const isEnding = left * 100 <= totalNumbers * LAST_PERCENT;
  return {
    subject: isEnding ? `Últimas cotas: ${title}` : `{nome}, já viu esta? ${title}`,
    message: `${left === 1 ? 'Falta só 1 cota' : `Ainda há ${formatInteger(left)} cotas`} de ${title}, por ${formatBrl(priceCentavos)} cada. O sorteio é em ${formatLongDate(drawDate)}, pela Loteria Federal.`,
  };
}

export interface BoostCoupon {
  code: string;
  percent: number;
  until: Date;
}

/** One sentence about the coupon. @param bold Markdown for mails, none for WhatsApp */
export function couponSentence({ code, percent, until }: BoostCoupon, bold: '**' | '*' | ''): string {
  return `Com o cupom ${bold}${code}${bold} você ganha ${percent}% de desconto até ${formatLongDate(until)}.`;
}

/** A code such as 'MOTO10', from the first word of the title that is long enough. */
export function suggestCouponCode(title: string, percent: number): string {
  const plain = title.normalize('NFD').toUpperCase().split(/\s+/);
  const words = plain.map((word) => word.replaceAll(/[^A-Z]/g, ''));
  const word = words.find(({ length }) => length >= 3) ?? 'MARE';
  return `${word.slice(0, 12)}${percent}`;
}

/**
 * Leaves out placeholders, because the text goes to many people at once.
 * @param url absolute link of the rifa
 */
export function whatsAppText(message: string, coupon: BoostCoupon | null, url: string): string {
  return [
    message.replaceAll(/\{[a-z]+\}[,!]?\s*/g, ''),
    ...(coupon ? [couponSentence(coupon, '*')] : []),
    url,
  ].join('\n\n');
}

/** The time since the announcement, at most a day, and an equal period before it. */
export function comparedWindows(startedAt: Date, now: Date) {
  const lengthMs = Math.max(0, Math.min(COMPARED_MS, now.getTime() - startedAt.getTime()));
  return {
    before: { from: new Date(startedAt.getTime() - lengthMs), until: startedAt },
    after: { from: startedAt, until: new Date(startedAt.getTime() + lengthMs) },
    lengthMs,
  };
}
