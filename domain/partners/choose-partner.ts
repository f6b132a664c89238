/** Assigns a won service to a partner. */
import { foldText } from '../fold-text.ts';

export interface ServicePrize {
  name: string;
  /** Type of service as partners name it; null if the prize has none. */
  serviceType: string | null;
  serviceCity: string | null;
  /** Two letters; null if the prize has none. */
  serviceState: string | null;
}

export interface ServicePartner {
  id: string;
  serviceTypes: readonly string[];
  city: string;
  state: string;
  /** Unused vouchers, for load balancing. */
  pendingVouchers: number;
}

export interface ChosenPartner {
  partnerId: string;
  serviceType: string;
}

/**
 * Chooses the partner in the prize's city with the fewest pending vouchers among those that offer its service. A prize
 * without a service type is matched by name: 'Massagem relaxante' matches a partner offering 'massagem'.
 * @returns null without a matching partner
 */
export function choosePartner(
  prize: ServicePrize,
  partners: readonly ServicePartner[],
): ChosenPartner | null {
  const candidates = partners
    .filter((partner) => isIn(partner, prize))
    .flatMap((partner) => {
      const serviceType = partner.serviceTypes.find((type) => renders(type, prize));
      return serviceType ? [{ partner, serviceType }] : [];
    })
    .toSorted(
      (a, b) =>
        a.partner.pendingVouchers - b.partner.pendingVouchers || (a.partner.id < b.partner.id ? -1 : 1),
    );
  const chosen = candidates[0];
  return chosen ? { partnerId: chosen.partner.id, serviceType: chosen.serviceType } : null;
}

function isIn({ city, state }: ServicePartner, { serviceCity, serviceState }: ServicePrize): boolean {
  if (serviceCity === null || plain(city) !== plain(serviceCity)) return false;
  return serviceState === null || state === serviceState;
}

function renders(type: string, { name, serviceType }: ServicePrize): boolean {
  if (serviceType !== null) return plain(type) === plain(serviceType);
  return ` ${plain(name)} `.includes(` ${plain(type)} `);
}

/** Lower case, without accents and punctuation. */
function plain(text: string): string {
  return foldText(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
