/** Converts between a coupon and its form values. */
import type { CouponConditions, CouponRow } from '@mare/contract/checkout/coupons-admin.ts';
import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { dateTimeText, readDateTime, textLines } from '../../admin/typed-values.ts';
import { centavosText, parseCentavos } from '../../ui/form/typed-reais.ts';

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

/** Whether code and discount are complete. */
export function isReady(fields: Pick<CouponFields, 'code' | 'kind' | 'percent' | 'off'>): boolean {
  const { code, kind, percent, off } = fields;
  const isDiscount =
    kind === 'percent'
      ? Number(percent) >= 1 && Number(percent) <= COUPON_MAX_PERCENT
      : (parseCentavos(off) ?? 0) > 0;
  return /^[A-Z0-9]{3,20}$/.test(code) && isDiscount;
}
