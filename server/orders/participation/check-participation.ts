import { sql } from 'kysely';
import type { Participation } from '@mare/contract/rifas/rifas.ts';
import { findSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DeclaredBuyer } from '../../accounts/profile/save-buyer-details.ts';

/**
 * Whether a user may take part in a rifa, and if not, why. The database function decides about the rifa, and the pause or
 * self-exclusion of the user's person about any rifa.
 * @param options.stated stated with the order; used where the profile lacks it
 * @param options.ignoresPause judges the user as if sales were not paused and had opened
 * @returns null for an unknown rifa or user
 */
export async function checkParticipation(
  platform: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  rifaId: string,
  { stated = {}, ignoresPause = false }: { stated?: DeclaredBuyer; ignoresPause?: boolean } = {},
): Promise<Participation | null> {
  const row = await platform.db
    .selectFrom('rifas')
    .innerJoin('profiles', (join) => join.on('profiles.id', '=', userId))
    .select([
      'rifas.status',
      'rifas.opensAt',
      'rifas.pausedAt',
      'rifas.eligibleCities',
      'rifas.eligibleState',
      'profiles.city',
      'profiles.state',
      'profiles.segment',
      'rifas.vipOnly',
      sql<boolean>`exists (select from excluded_people where cpf in (profiles.cpf, ${stated.cpf ?? null}::text))`.as(
        'isExcluded',
      ),
      sql<boolean>`coalesce(profiles.cpf, ${stated.cpf ?? null}::text) is null
        and exists (select from excluded_people)`.as('needsCpf'),
      sql<boolean>`coalesce(coalesce(profiles.birth_date, ${stated.birthDate ?? null}::date)
        > (now() at time zone 'America/Maceio')::date - interval '18 years', false)`.as('isMinor'),
      sql<boolean>`coalesce(rifas.public_from > now(), false)`.as('vipsFirst'),
      sql<boolean>`can_user_participate_in_rifa(profiles.id, rifas.id, ${stated.city ?? null}::text,
        ${stated.state ?? null}::text, ${stated.birthDate ?? null}::date, ${stated.cpf ?? null}::text)`.as(
        'allowed',
      ),
    ])
    .where('rifas.id', '=', rifaId)
    .executeTakeFirst();
  if (!row) return null;
  const { eligibleCities } = row;
  const opensLater = row.opensAt !== null && row.opensAt > platform.clock.now();
  const isOpen = ignoresPause || (!opensLater && row.pausedAt === null);
  const allowed = row.allowed && isOpen;
  const blocked = await findSpendingBlock(platform.db, platform, userId);
  if (blocked) {
    const reason = blocked.reason === 'excluded' ? 'self_excluded' : 'paused';
    return { allowed: false, reason, until: blocked.until.toISOString(), eligibleCities };
  }
  const home = row.city !== null && row.state !== null ? row : { ...row, ...statedHome(stated) };
  return {
    allowed,
    reason: allowed ? null : reasonAgainst({ ...home, isOpen }),
    until: null,
    eligibleCities,
  };
}

function statedHome({ city, state }: DeclaredBuyer): { city?: string; state?: string } {
  return city === undefined ? {} : { city, state };
}

function reasonAgainst(facts: {
  status: string;
  isOpen: boolean;
  city: string | null;
  state: string | null;
  eligibleCities: string[];
  eligibleState: string;
  segment: string;
  vipOnly: boolean;
  vipsFirst: boolean;
  isExcluded: boolean;
  needsCpf: boolean;
  isMinor: boolean;
}): Participation['reason'] {
  if (facts.status !== 'active' || !facts.isOpen) return 'not_on_sale';
  if (facts.isExcluded) return 'excluded';
  if (facts.segment !== 'vip' && facts.vipOnly) return 'vip_only';
  if (facts.segment !== 'vip' && facts.vipsFirst) return 'vip_first';
  // Before what is unknown, which a seller may vouch for.
  if (facts.isMinor) return 'under_age';
  if (facts.city === null || facts.state === null) return 'city_unknown';
  const livesThere = facts.state === facts.eligibleState && facts.eligibleCities.includes(facts.city);
  if (!livesThere) return 'other_city';
  return facts.needsCpf ? 'cpf_unknown' : 'under_age';
}
