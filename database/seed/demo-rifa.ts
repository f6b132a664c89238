/** What a rifa of the demonstration is made of. */

export type DemoRifaStatus = 'scheduled' | 'active' | 'closed' | 'completed' | 'cancelled';

export interface DemoPrize {
  /** 1-based. */
  position: number;
  name: string;
  description: string;
  valueInCentavos: number;
  prizeType: 'product' | 'service';
  /** Where a service is rendered; absent for products. */
  serviceCity?: string;
  serviceState?: string;
  /** In the words partners use of theirs. */
  serviceType?: string;
}

export interface DemoRifa {
  id: string;
  /** Also the name of its drawing, `pictures/<slug>.svg`. */
  slug: string;
  title: string;
  description: string;
  priceInCentavos: number;
  /** A power of ten. */
  totalNumbers: number;
  /** Paid share of the numbers, 0 to 1. */
  soldShare: number;
  status: DemoRifaStatus;
  /** Which Wednesday draw, see demoDrawDate. */
  drawWeek: number;
  /** The listing shows the newest first, so this also orders the shop window. */
  createdDaysAgo: number;
  /** Negative: sales open that many days from now. */
  publishedDaysAgo: number;
  minPerOrder: number;
  maxPerOrder: number;
  /** Buyers choose their numbers. */
  chooseNumbers?: boolean;
  maxPerPerson?: number;
  showBuyers?: boolean;
  /** A prize for the highest and the lowest cota that are paid from one midnight to another. */
  extremes?: { prize: string; fromDaysAgo: number; untilDaysAhead: number };
  drawsEarly?: boolean;
  /** Cotas premiadas, equal ones together. */
  instantPrizes?: { name: string; valueCentavos: number | null; count: number }[];
  prizes: DemoPrize[];
}

/** How many numbers of the rifa are sold. */
export function demoSoldCount(rifa: DemoRifa): number {
  return Math.round(rifa.totalNumbers * rifa.soldShare);
}

export function product(position: number, name: string, reais: number, description: string): DemoPrize {
  return { position, name, description, valueInCentavos: reais * 100, prizeType: 'product' };
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
