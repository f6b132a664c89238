/** Which partner renders a service that somebody won. */

export interface ServicePrize {
  name: string;
  /** In the words partners use of theirs; null when the prize does not say. */
  serviceType: string | null;
  serviceCity: string | null;
  /** Two letters; null when the prize does not say. */
  serviceState: string | null;
}

export interface ServicePartner {
  id: string;
  serviceTypes: readonly string[];
  city: string;
  state: string;
  /** Vouchers not yet used, so that the work is shared. */
  pendingVouchers: number;
}

export interface ChosenPartner {
  partnerId: string;
  serviceType: string;
}

/**
 * Of the partners in the prize's city who render its service, the one with the fewest vouchers waiting. A prize that
 * names no service is matched by its name: 'Massagem relaxante' is for whoever offers 'massagem'.
 * @returns null when there is none
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
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
