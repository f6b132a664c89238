/** Converts between a coupon and its form values. */
import type { CouponConditions, CouponRow } from '@mare/contract/checkout/coupons-admin.ts';
import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { dateTimeText, isWhole, readDateTime, textLines } from '../../admin/typed-values.ts';
import { looksLikeEmail } from '../../ui/form/field-rules.ts';
import { centavosText, parseCentavos } from '../../ui/form/parsing/typed-reais.ts';

export interface CouponFields {
  code: string;
  kind: 'percent' | 'fixed';
  percent: string;
  /** In reais. */
  off: string;
  maxUses: string;
  usesPerPerson: string;
  startsAt: string;
  expiresAt: string;
  /** In reais. */
  minimum: string;
  segments: CouponConditions['segments'];
  rifaIds: string[];
  personEmails: string;
  stacksWithVip: boolean;
  active: boolean;
}

export function couponFieldsOf(coupon: CouponRow | null): CouponFields {
  return {
    code: coupon?.code ?? '',
    kind: coupon?.percent === null ? 'fixed' : 'percent',
    percent: String(coupon?.percent ?? 10),
    off: centavosText(coupon?.offCentavos ?? null),
    maxUses: coupon?.maxUses?.toString() ?? '',
    usesPerPerson: String(coupon?.usesPerPerson ?? 1),
    startsAt: dateTimeText(coupon?.startsAt ?? null),
    expiresAt: dateTimeText(coupon?.expiresAt ?? null),
    minimum: centavosText(coupon?.minimumCentavos ?? null),
    segments: coupon?.segments ?? [],
    rifaIds: coupon?.rifaIds ?? [],
    personEmails: coupon?.personEmails.join('\n') ?? '',
    stacksWithVip: coupon?.stacksWithVip ?? true,
    active: coupon?.active ?? true,
  };
}

export function conditionsOf(fields: CouponFields): CouponConditions {
  const { maxUses, usesPerPerson, startsAt, expiresAt, minimum, personEmails, ...others } = fields;
  const { segments, rifaIds, stacksWithVip, active } = others;
  return {
    maxUses: maxUses === '' ? null : Number(maxUses),
    usesPerPerson: Number(usesPerPerson) || 1,
    startsAt: readDateTime(startsAt),
    expiresAt: readDateTime(expiresAt),
    minimumCentavos: parseCentavos(minimum) || null,
    personEmails: textLines(personEmails),
    segments,
    rifaIds,
    stacksWithVip,
    active,
  };
}

export function discountOf({ kind, percent, off }: CouponFields) {
  return kind === 'percent'
    ? { percent: Number(percent), offCentavos: null }
    : { percent: null, offCentavos: parseCentavos(off) };
}

export type CouponProblems = Partial<Record<keyof CouponFields, string>>;

/** Validation messages by field. */
export function couponProblems(fields: CouponFields): CouponProblems {
  const { kind, percent, off, minimum, usesPerPerson, personEmails } = fields;
  const [startsAt, expiresAt] = [readDateTime(fields.startsAt), readDateTime(fields.expiresAt)];
  const wrong = textLines(personEmails).find((line) => !looksLikeEmail(line));
  const found: [keyof CouponFields, boolean, string][] = [
    ['code', /^[A-Z0-9]{3,20}$/.test(fields.code), 'De 3 a 20 letras e números.'],
    ['percent', kind === 'fixed' || isWhole(percent, 1, COUPON_MAX_PERCENT), `De 1 a ${COUPON_MAX_PERCENT}.`],
    ['off', kind === 'percent' || (parseCentavos(off) ?? 0) > 0, 'Um valor, como 5,00.'],
    ['usesPerPerson', isWhole(usesPerPerson, 1, 1000), 'Pelo menos 1.'],
    ['minimum', minimum.trim() === '' || (parseCentavos(minimum) ?? 0) > 0, 'Um valor, como 20,00.'],
    ['expiresAt', !startsAt || !expiresAt || startsAt < expiresAt, 'O fim vem depois do início.'],
    ['personEmails', wrong === undefined, `Confira o e-mail “${wrong}”.`],
  ];
  return Object.fromEntries(found.flatMap(([field, isRight, why]) => (isRight ? [] : [[field, why]])));
}
