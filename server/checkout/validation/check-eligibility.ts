import type { Participation } from '@mare/contract/rifas/rifas.ts';
import type { DeclaredBuyer } from '../../accounts/profile/save-buyer-details.ts';
import { needsConfirmedPhone } from '../../accounts/phones/read-phone-confirmation.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkParticipation } from '../../orders/participation/check-participation.ts';
import type { OfferedRifa } from '../checkout.queries.ts';
import type { PaymentRequest } from './validate-purchase.ts';

export interface NotEligible {
  ok: false;
  code: 'NOT_ELIGIBLE';
  rifaId: string;
  title: string;
  reason: NonNullable<Participation['reason']>;
  /** End of a pause or self-exclusion, ISO 8601. */
  until: string | null;
  eligibleCities: string[];
}

/**
 * Whether the buyer may take part in every rifa of the cart (spec: community, section 5), and is known by a CPF: limits,
 * benefits and self-exclusion belong to a person (docs/decisions/010-one-person.md).
 * @param stated what the buyer states with the order; the profile comes first
 * @param isMinor by the stated birth date; the profile is ignored
 * @returns the first rifa that is not open to the buyer, or null
 */
export async function checkEligibility(
  platform: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  rifas: ReadonlyMap<string, OfferedRifa>,
  { stated, isMinor }: { stated: DeclaredBuyer; isMinor: boolean },
): Promise<NotEligible | null> {
  const all = [...rifas.values()];
  const rifa = all.find(({ isOpenToBuyer }) => isMinor || !isOpenToBuyer);
  if (!rifa) {
    const unidentified = all.find(({ isBuyerIdentified }) => !isBuyerIdentified);
    return unidentified
      ? { ...rejected(unidentified), reason: 'cpf_unknown', until: null, eligibleCities: [] }
      : null;
  }
  const participation = await checkParticipation(platform, userId, rifa.id, { stated });
  const reason = participation?.reason ?? (participation ? 'birth_date_unknown' : 'city_unknown');
  return {
    ...rejected(rifa),
    reason: isMinor ? 'under_age' : reason,
    until: participation?.until ?? null,
    eligibleCities: participation?.eligibleCities ?? [],
  };
}

/** Applies if the shop requires a confirmed phone from the second order on. */
export async function checkConfirmedPhone(
  platform: Platform,
  { userId, idempotencyKey }: Pick<PaymentRequest, 'userId' | 'idempotencyKey'>,
  rifas: ReadonlyMap<string, OfferedRifa>,
): Promise<NotEligible | null> {
  const [rifa] = rifas.values();
  if (!rifa || !(await needsConfirmedPhone(platform, userId, idempotencyKey))) return null;
  return { ...rejected(rifa), reason: 'phone_unconfirmed', until: null, eligibleCities: [] };
}

function rejected({ id: rifaId, title }: OfferedRifa): Pick<NotEligible, 'ok' | 'code' | 'rifaId' | 'title'> {
  return { ok: false, code: 'NOT_ELIGIBLE', rifaId, title };
}
