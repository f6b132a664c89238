/** Validates a rifa before publication. */
import type { PrizeType } from '../../draws/prizes/prize-type.ts';
import { findDrawRule } from '../../draws/draw-rules.ts';
import { brasiliaDate } from '../../draws/lottery/lottery-calendar.ts';
import { isValidCnpj } from '../legal/cnpj.ts';
import { type LegalRoute, ROUTE_RULES } from '../legal/legal-routes.ts';
import { blanksIn } from '../legal/text-blanks.ts';
import type { Combo, PriceStep } from '../prices/price-steps.ts';
import { MAX_POSTPONEMENTS, POSTPONED_DAYS } from './end-of-sales.ts';
import { salesEndAt } from './sales-end.ts';
import { areCombos } from '../prices/valid-combos.ts';
import { arePriceSteps } from '../prices/valid-price-steps.ts';

const DAY_MS = 86_400_000;

interface PrizeToPublish {
  name: string;
  prizeType: PrizeType;
  valueCentavos: number | null;
  serviceType: string | null;
  serviceCity: string | null;
}

export interface RifaToPublish {
  title: string;
  description: string;
  image: string;
  totalNumbers: number;
  /** Version of the draw rule. */
  drawRule: string;
  drawDate: Date;
  /** Whether the declared policy for few sales postpones the draw. */
  mayBePostponed: boolean;
  /** Minutes before the draw at which sales end. */
  salesEndMinutes: number;
  /** Start of sales; null: on publication. */
  salesStart: Date | null;
  priceCentavos: number;
  priceSteps: readonly PriceStep[];
  combos: readonly Combo[];
  prizes: readonly PrizeToPublish[];
  eligibleCities: readonly string[];
  legal: {
    route: LegalRoute;
    authorisationNumber: string | null;
    organiserName: string | null;
    organiserCnpj: string | null;
    regulation: string;
    /** ISO dates, both included. */
    validFrom: string | null;
    validUntil: string | null;
    beneficiaryName: string | null;
    beneficiaryCnpj: string | null;
    hasCertificate: boolean;
  };
}

export const MISSING_BEFORE_PUBLISHING = [
  'title',
  'image',
  'prizes',
  'cash_prizes',
  'price',
  'total',
  'price_steps',
  'draw_date',
  'sales_end',
  'sales_start',
  'cities',
  'authorisation',
  'certificate',
  'validity',
  'series',
  'organiser',
  'cnpj',
  'beneficiary',
  'regulation',
  'blanks',
] as const;
export type MissingBeforePublishing = (typeof MISSING_BEFORE_PUBLISHING)[number];

/**
 * Selling cotas without authorisation is a misdemeanour (Lei das Contravenções Penais, art. 51): outside demo mode a
 * rifa requires a legal route with what it prescribes (legal-routes.ts), an organiser and a regulation. The limits of
 * the route hold in demo mode too.
 *
 * @param when `scheduled` also requires the start of sales
 * @param extractions dates of upcoming lottery extractions, one of which the draw uses; null accepts any date
 * @returns missing fields in the order of the form; empty if it may be published
 */
export function missingBeforePublishing(
  rifa: RifaToPublish,
  {
    now,
    demo,
    when,
    extractions = null,
  }: { now: Date; demo: boolean; when: 'now' | 'scheduled'; extractions?: readonly Date[] | null },
): MissingBeforePublishing[] {
  const { legal, salesStart, drawDate } = rifa;
  const opens = when === 'scheduled' ? salesStart : now;
  const salesEnd = salesEndAt(drawDate, rifa.salesEndMinutes);
  const rule = ROUTE_RULES[legal.route];
  const missing: Record<MissingBeforePublishing, boolean> = {
    title: rifa.title.trim() === '',
    image: rifa.image === '',
    prizes: rifa.prizes.length === 0 || !rifa.prizes.every(isComplete),
    cash_prizes: !rule.allowsCash && rifa.prizes.some(({ prizeType }) => prizeType === 'cash'),
    price: rifa.priceCentavos <= 0,
    total: findDrawRule(rifa.drawRule, rifa.totalNumbers) === null,
    price_steps: !arePriceSteps(rifa.priceCentavos, rifa.priceSteps) || !areCombos(rifa, rifa.combos),
    draw_date:
      drawDate <= now ||
      (extractions !== null && !extractions.some((at) => at.getTime() === drawDate.getTime())),
    // The list could not be sealed in time.
    sales_end: drawDate > now && salesEnd <= (opens ?? now),
    sales_start: when === 'scheduled' && (salesStart === null || salesStart <= now),
    cities: rifa.eligibleCities.length === 0,
    authorisation: !demo && (legal.route === 'none' || !legal.authorisationNumber),
    certificate: !demo && legal.route !== 'none' && !legal.hasCertificate,
    validity:
      rule.hasValidity &&
      !coversSalesAndDraw(legal, { opens: opens ?? now, drawDate: latestDrawDate(rifa), mayBeOpen: demo }),
    series: rule.maxNumbers !== null && rifa.totalNumbers > rule.maxNumbers,
    organiser: !demo && (!legal.organiserName || !legal.organiserCnpj),
    cnpj: [legal.organiserCnpj, legal.beneficiaryCnpj].some((cnpj) => cnpj !== null && !isValidCnpj(cnpj)),
    beneficiary: !demo && rule.hasBeneficiary && !legal.beneficiaryName,
    regulation: !demo && legal.regulation.trim() === '',
    blanks: textsOf(rifa).some((text) => blanksIn(text).length > 0),
  };
  return MISSING_BEFORE_PUBLISHING.filter((part) => missing[part]);
}

/** Text shown to buyers, which may come from a template. */
function textsOf({ title, description, prizes, legal }: RifaToPublish): string[] {
  return [title, description, legal.regulation, ...prizes.map(({ name }) => name)];
}

/** The draw date after every postponement that the rifa declares. */
function latestDrawDate({ drawDate, mayBePostponed }: RifaToPublish): Date {
  const days = mayBePostponed ? MAX_POSTPONEMENTS * POSTPONED_DAYS : 0;
  return new Date(drawDate.getTime() + days * DAY_MS);
}

/** Whether the authorisation is valid from the first sale to the draw. @param mayBeOpen accepts missing dates */
function coversSalesAndDraw(
  { validFrom, validUntil }: RifaToPublish['legal'],
  { opens, drawDate, mayBeOpen }: { opens: Date; drawDate: Date; mayBeOpen: boolean },
): boolean {
  const begins = validFrom === null ? mayBeOpen : validFrom <= brasiliaDate(opens);
  const lasts = validUntil === null ? mayBeOpen : validUntil >= brasiliaDate(drawDate);
  return begins && lasts;
}

/** A service requires type and city, because its voucher is issued by them; a cash prize requires its amount. */
function isComplete({ name, prizeType, valueCentavos, serviceType, serviceCity }: PrizeToPublish): boolean {
  if (name.trim() === '') return false;
  if (prizeType === 'service') return Boolean(serviceType) && Boolean(serviceCity);
  return prizeType !== 'cash' || (valueCentavos ?? 0) > 0;
}
