/** Who buys in the demonstration, so that the orders of each person fit her segment. */
import { demoBuyers, type DemoPerson } from '@mare/database/seed/demo-people.ts';
import { AT_RISK_AFTER_DAYS, VIP_FROM_CENTAVOS } from '@mare/domain/personalization/segments.ts';
import type { Random } from '../../platform/clock.ts';

const DAY_MS = 86_400_000;
/** Orders of each person within the days that count. VIPs take the rest, and people without a purchase are new. */
const MOST_ORDERS: Partial<Record<DemoPerson['segment'], number>> = { casual: 2, regular: 14 };
/** Leaves room for the winning cotas, whose holders are fixed. */
const MOST_CENTAVOS = VIP_FROM_CENTAVOS * 0.8;

export type ChooseDemoBuyer = (random: Random, order: { at: Date; centavos: number }) => DemoPerson;

/** @returns remembers what each person has bought */
export function demoBuyerChoice(now: Date): ChooseDemoBuyer {
  const bought = new Map<string, { orders: number; centavos: number }>();
  const vips = demoBuyers.filter(({ segment }) => segment === 'vip');
  const lastOfAbsent = now.getTime() - (AT_RISK_AFTER_DAYS + 1) * DAY_MS;

  function mayBuy({ id, segment }: DemoPerson, { at, centavos }: { at: Date; centavos: number }): boolean {
    if (segment === 'vip') return true;
    if (segment === 'at_risk') return at.getTime() < lastOfAbsent;
    const sum = bought.get(id) ?? { orders: 0, centavos: 0 };
    return sum.orders < (MOST_ORDERS[segment] ?? 0) && sum.centavos + centavos <= MOST_CENTAVOS;
  }

  return (random, order) => {
    const wanted = demoBuyers[random.bytes(2).readUInt16LE() % demoBuyers.length]!;
    const buyer = mayBuy(wanted, order) ? wanted : vips[random.bytes(2).readUInt16LE() % vips.length]!;
    const sum = bought.get(buyer.id) ?? { orders: 0, centavos: 0 };
    bought.set(buyer.id, { orders: sum.orders + 1, centavos: sum.centavos + order.centavos });
    return buyer;
  };
}
