import type { PrizeType } from '@mare/domain/draws/prizes/prize-type.ts';

export type DemoRifaStatus = 'scheduled' | 'active' | 'closed' | 'completed' | 'cancelled';

export interface DemoPrize {
  /** 1-based. */
  position: number;
  name: string;
  description: string;
  valueInCentavos: number;
  prizeType: PrizeType;
  /** Name of the prize's image, `pictures/<name>.svg`. Default: the image of the rifa. */
  picture?: string;
  /** For services only. */
  serviceCity?: string;
  serviceState?: string;
  /** Service type as partners name it. */
  serviceType?: string;
}

export interface DemoRifa {
  id: string;
  /** Also the name of its image, `pictures/<slug>.svg`. */
  slug: string;
  title: string;
  description: string;
  priceInCentavos: number;
  /** A power of ten. */
  totalNumbers: number;
  /** Paid share of the numbers, 0 to 1. */
  soldShare: number;
  status: DemoRifaStatus;
  /** As in `demoDrawDate`. */
  drawWeek: number;
  /** Determines the order on the home page, newest first. */
  createdDaysAgo: number;
  /** Negative: sales open in this many days. */
  publishedDaysAgo: number;
  minPerOrder: number;
  maxPerOrder: number;
  /** Buyers choose their numbers. */
  chooseNumbers?: boolean;
  maxPerPerson?: number;
  showBuyers?: boolean;
  /** Prizes for the highest and lowest cota paid in a period. */
  extremes?: { prize: string; fromDaysAgo: number; untilDaysAhead: number };
  drawsEarly?: boolean;
  /** Cotas premiadas, grouped. */
  instantPrizes?: { name: string; valueCentavos: number | null; count: number }[];
  prizes: DemoPrize[];
}

/** Sold numbers of the rifa. */
export function demoSoldCount(rifa: DemoRifa): number {
  return Math.round(rifa.totalNumbers * rifa.soldShare);
}

export function product(position: number, name: string, reais: number, description: string): DemoPrize {
  return { position, name, description, valueInCentavos: reais * 100, prizeType: 'product' };
}

export function cash(position: number, name: string, reais: number, description: string): DemoPrize {
  return { position, name, description, valueInCentavos: reais * 100, prizeType: 'cash' };
}

export function service(
  position: number,
  name: string,
  reais: number,
  [serviceType, serviceCity]: readonly [string, string],
  description: string,
): DemoPrize {
  const valueInCentavos = reais * 100;
  return {
    position,
    name,
    description,
    valueInCentavos,
    prizeType: 'service',
    serviceType,
    serviceCity,
    serviceState: 'AL',
  };
}
