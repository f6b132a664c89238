/** Who holds the places of a closed ranking, after money of its period went back. */

export interface ListedPerson {
  /** Place on the list of the closing, 1-based. */
  rank: number;
  personId: string;
  /** What is left of the points of the closing. */
  points: number;
}

/**
 * Prizes that are not delivered go to the persons with most points, in the order of the places; equal points in the
 * order of the closing. A person with a delivered prize has no other place.
 *
 * @param places number of prizes
 * @param delivered person by place
 * @returns the holder of each place without a delivered prize; null where no listed person has points left
 */
export function holdPlaces(
  listed: readonly ListedPerson[],
  places: number,
  delivered: ReadonlyMap<number, string>,
): Map<number, ListedPerson | null> {
  const served = new Set(delivered.values());
  const waiting = listed
    .filter(({ personId, points }) => points > 0 && !served.has(personId))
    .toSorted((one, other) => other.points - one.points || one.rank - other.rank);
  const holders = new Map<number, ListedPerson | null>();
  const persons = new Set<string>();
  for (let place = 1; place <= places; place++) {
    if (delivered.has(place)) continue;
    // Accounts that were joined since are one person.
    const next = waiting.find(({ personId }) => !persons.has(personId)) ?? null;
    if (next) persons.add(next.personId);
    holders.set(place, next);
  }
  return holders;
}
