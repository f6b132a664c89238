/** Validates a rifa before publication. */
import { findDrawRule } from '../../draws/draw-rules.ts';
import type { Combo, PriceStep } from '../prices/price-steps.ts';
import { salesEndAt } from './sales-end.ts';
import { areCombos } from '../prices/valid-combos.ts';
import { arePriceSteps } from '../prices/valid-price-steps.ts';

export type LegalRoute = 'spa_mf' | 'capitalizacao' | 'state_lottery' | 'none';

interface PrizeToPublish {
  name: string;
  prizeType: 'product' | 'service';
  serviceType: string | null;
  serviceCity: string | null;
}

export interface RifaToPublish {
  title: string;
  image: string;
  totalNumbers: number;
  /** Version of the draw rule. */
  drawRule: string;
  drawDate: Date;
  /** Sales end so many minutes before the draw. */
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
  };
}

export const MISSING_BEFORE_PUBLISHING = [
  'title',
  'image',
  'prizes',
  'total',
  'price_steps',
  'draw_date',
  'sales_end',
  'sales_start',
  'cities',
  'authorisation',
  'organiser',
  'regulation',
] as const;
export type MissingBeforePublishing = (typeof MISSING_BEFORE_PUBLISHING)[number];

/**
 * Selling cotas without authorisation is a misdemeanour (Lei das Contravenções Penais, art. 51): outside demo mode a
 * rifa requires a legal route with its number, an organiser and a regulation.
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
  const missing: Record<MissingBeforePublishing, boolean> = {
    title: rifa.title.trim() === '',
    image: rifa.image === '',
    prizes: rifa.prizes.length === 0 || !rifa.prizes.every(isComplete),
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
    organiser: !demo && (!legal.organiserName || !legal.organiserCnpj),
    regulation: !demo && legal.regulation.trim() === '',
  };
  return MISSING_BEFORE_PUBLISHING.filter((part) => missing[part]);
}

/** A service requires type and city, which its voucher is issued by. */
function isComplete({ name, prizeType, serviceType, serviceCity }: PrizeToPublish): boolean {
  return name.trim() !== '' && (prizeType === 'product' || (Boolean(serviceType) && Boolean(serviceCity)));
}
