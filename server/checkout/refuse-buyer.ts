/** Whether the buyer may take part in every rifa of the cart (spec: community, section 5). */
import type { Participation } from '@mare/contract/rifas/rifas.ts';
import type { Platform } from '../platform/platform.ts';
import { checkParticipation } from '../rifas/check-participation.ts';
import type { OfferedRifa } from './checkout.queries.ts';

export interface BuyerRefusal {
  ok: false;
  code: 'NOT_ELIGIBLE';
  rifaId: string;
  title: string;
  reason: NonNullable<Participation['reason']>;
  eligibleCities: string[];
}

/** @param isMinor the buyer has just said so, which is not kept */
export async function refuseBuyer(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  rifas: ReadonlyMap<string, OfferedRifa>,
  { isMinor }: { isMinor: boolean },
): Promise<BuyerRefusal | null> {
  const rifa = [...rifas.values()].find(({ isOpenToBuyer }) => isMinor || !isOpenToBuyer);
  if (!rifa) return null;
  const participation = await checkParticipation(db, userId, rifa.id);
  const said = participation?.reason ?? (participation ? 'birth_date_unknown' : 'city_unknown');
  return {
    ok: false,
    code: 'NOT_ELIGIBLE',
    rifaId: rifa.id,
    title: rifa.title,
    reason: isMinor ? 'under_age' : said,
    eligibleCities: participation?.eligibleCities ?? [],
  };
}
