import type { Platform } from '../platform/platform.ts';

export type AcceptRegulationsResult = { ok: true } | { ok: false; rifaId: string; title: string };

/**
 * Notes which regulations a buyer accepts with an order, by the hash of the text they were shown. A rifa without a
 * regulation asks for nothing; one that was accepted before stays accepted.
 */
export async function acceptRegulations(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  rifas: Iterable<{ id: string; title: string; regulationSha256: string | null }>,
  accepted: readonly string[],
): Promise<AcceptRegulationsResult> {
  const regulated = [...rifas].filter(({ regulationSha256 }) => regulationSha256);
  if (regulated.length === 0) return { ok: true };
  const now = regulated.filter(({ regulationSha256 }) => accepted.includes(regulationSha256!));
  if (now.length < regulated.length) {
    const before = await db
      .selectFrom('regulationAcceptances')
      .select('regulationSha256')
      .where('userId', '=', userId)
      .where(
        'rifaId',
        'in',
        regulated.map(({ id }) => id),
      )
      .execute();
    const known = new Set([...accepted, ...before.map(({ regulationSha256 }) => regulationSha256)]);
    const missing = regulated.find(({ regulationSha256 }) => !known.has(regulationSha256!));
    if (missing) return { ok: false, rifaId: missing.id, title: missing.title };
  }
  if (now.length > 0)
    await db
      .insertInto('regulationAcceptances')
      .values(
        now.map(({ id, regulationSha256 }) => ({
          userId,
          rifaId: id,
          regulationSha256: regulationSha256!,
          acceptedAt: clock.now(),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { ok: true };
}
