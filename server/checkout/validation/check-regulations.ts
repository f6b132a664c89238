import type { Platform } from '../../platform/platform.ts';

export interface RegulationAcceptance {
  rifaId: string;
  regulationSha256: string;
}

export type CheckRegulationsResult =
  | { ok: true; acceptances: RegulationAcceptance[] }
  | { ok: false; code: 'REGULATION_NOT_ACCEPTED'; rifaId: string; title: string };

/**
 * Whether the buyer accepts the regulation of every rifa, by the hash of the text that was shown. An earlier acceptance
 * of the same text counts.
 * @param accepted hashes that the buyer accepts with this order
 * @returns the acceptances to record with the order
 */
export async function checkRegulations(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  rifas: Iterable<{ id: string; title: string; regulationSha256: string | null }>,
  accepted: readonly string[],
): Promise<CheckRegulationsResult> {
  const regulated = [...rifas].flatMap(({ id, title, regulationSha256 }) =>
    regulationSha256 ? [{ rifaId: id, title, regulationSha256 }] : [],
  );
  const missing = regulated.filter(({ regulationSha256 }) => !accepted.includes(regulationSha256));
  if (missing.length > 0) {
    const earlier = await db
      .selectFrom('regulationAcceptances')
      .select('regulationSha256')
      .where('userId', '=', userId)
      .where(
        'rifaId',
        'in',
        missing.map(({ rifaId }) => rifaId),
      )
      .execute();
    const known = new Set(earlier.map(({ regulationSha256 }) => regulationSha256));
    const first = missing.find(({ regulationSha256 }) => !known.has(regulationSha256));
    if (first)
      return { ok: false, code: 'REGULATION_NOT_ACCEPTED', rifaId: first.rifaId, title: first.title };
  }
  const acceptances = regulated
    .filter(({ regulationSha256 }) => accepted.includes(regulationSha256))
    .map(({ rifaId, regulationSha256 }) => ({ rifaId, regulationSha256 }));
  return { ok: true, acceptances };
}
