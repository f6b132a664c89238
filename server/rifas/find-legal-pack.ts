import type { RifaLegal } from '@mare/contract/rifas/rifas.ts';
import type { Database } from '@mare/database/connect.ts';
import { SHOWN_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';

/** Authorisation, organiser and regulation of a published rifa; null when it does not exist. */
export async function findLegalPack(db: Database, id: string): Promise<RifaLegal | null> {
  const row = await db
    .selectFrom('rifas')
    .leftJoin('rifaLegal as legal', 'legal.rifaId', 'rifas.id')
    .select(['legal.route', 'legal.authorisationNumber', 'legal.organiserName', 'legal.organiserCnpj'])
    .select(['legal.regulation', 'legal.regulationSha256', 'legal.taxNote'])
    .select(['rifas.drawFallback', 'rifas.cotaWinsOnce'])
    .where('rifas.id', '=', id)
    .where('rifas.status', 'in', SHOWN_STATES)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    route: (row.route ?? 'none') as RifaLegal['route'],
    regulation: row.regulation ?? '',
    regulationSha256: row.regulationSha256 ?? '',
    taxNote: row.taxNote ?? '',
    drawFallback: row.drawFallback as RifaLegal['drawFallback'],
  };
}
