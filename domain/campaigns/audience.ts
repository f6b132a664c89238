/** The audience of a campaign. All conditions must hold; one that is null or empty holds for everyone. */
import type { ConsentChoices, ConsentPurpose } from '../personalization/consent.ts';
import type { Segment } from '../personalization/segments.ts';

export interface Audience {
  segments: Segment[];
  /** Has a paid order of this rifa. */
  boughtRifaId: string | null;
  /** Lives in this city, ignoring case. */
  city: string;
  /** The last paid order is at most so many days old. */
  boughtWithinDays: number | null;
  /** The last paid order is more than so many days old. */
  absentDays: number | null;
  /** Minimum amount spent: all paid orders without refunded amounts. */
  minSpentCentavos: number | null;
  maxSpentCentavos: number | null;
  /** Has one of these tags. */
  tags: string[];
  /** The latest consent allows each of these. */
  consents: ConsentPurpose[];
}

export const EVERYONE: Readonly<Audience> = {
  segments: [],
  boughtRifaId: null,
  city: '',
  boughtWithinDays: null,
  absentDays: null,
  minSpentCentavos: null,
  maxSpentCentavos: null,
  tags: [],
  consents: [],
};

export const MAX_AUDIENCE_DAYS = 3650;
export const MAX_AUDIENCE_TAGS = 20;

/** The conditions alone, of a campaign or a form. */
export function pickAudience(from: Audience): Audience {
  const names = Object.keys(EVERYONE) as (keyof Audience)[];
  return Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Audience;
}

export interface PersonFacts {
  segment: Segment;
  city: string | null;
  spentCentavos: number;
  paidOrders: readonly { rifaId: string; paidAt: Date }[];
  tags: readonly string[];
  /** The latest consent; null without one. */
  consent: ConsentChoices | null;
}

const DAY_MS = 86_400_000;

/** The rule that the database computes for all people at once. */
export function matchesAudience(person: PersonFacts, audience: Audience, now: Date): boolean {
  const { boughtWithinDays, absentDays, minSpentCentavos, maxSpentCentavos } = audience;
  const lastPaidAt = Math.max(...person.paidOrders.map(({ paidAt }) => paidAt.getTime()));
  const daysAgo = (days: number) => now.getTime() - days * DAY_MS;
  return (
    (audience.segments.length === 0 || audience.segments.includes(person.segment)) &&
    (audience.city === '' || person.city?.toLowerCase() === audience.city.toLowerCase()) &&
    (audience.boughtRifaId === null ||
      person.paidOrders.some(({ rifaId }) => rifaId === audience.boughtRifaId)) &&
    (boughtWithinDays === null || lastPaidAt >= daysAgo(boughtWithinDays)) &&
    (absentDays === null || (Number.isFinite(lastPaidAt) && lastPaidAt < daysAgo(absentDays))) &&
    (minSpentCentavos === null || person.spentCentavos >= minSpentCentavos) &&
    (maxSpentCentavos === null || person.spentCentavos <= maxSpentCentavos) &&
    (audience.tags.length === 0 || audience.tags.some((tag) => person.tags.includes(tag))) &&
    audience.consents.every((purpose) => person.consent?.[purpose] ?? false)
  );
}
