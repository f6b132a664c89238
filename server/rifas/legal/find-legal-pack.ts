import type { RifaLegal } from '@mare/contract/rifas/rifa-detail.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { DEFAULT_CLAIM_DAYS } from '@mare/domain/draws/prizes/claim-deadline.ts';
import type { PrizeType } from '@mare/domain/draws/prizes/prize-type.ts';
import { claimDaysOf } from '@mare/domain/rifas/legal/legal-routes.ts';
import { isUnpublished, type RifaStatus, SHOWN_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { findLatestExtraction } from '../../draws/archive/find-latest-extraction.ts';
import { readPrizeSettings, taxNoteOf } from '../../settings/read-prize-settings.ts';
import { listCorrections } from '../corrections/list-corrections.ts';
import { certificatePath } from './legal-files.ts';

/**
 * Authorisation, organiser, regulation and draw rule of a shown rifa; null when it does not exist.
 * @param states others than those with a public page, for the team
 */
export async function findLegalPack(
  db: Database,
  id: string,
  states = SHOWN_STATES,
): Promise<RifaLegal | null> {
  const row = await db
    .selectFrom('rifas')
    .leftJoin('rifaLegal as legal', 'legal.rifaId', 'rifas.id')
    .select(['legal.route', 'legal.authorisationNumber', 'legal.organiserName', 'legal.organiserCnpj'])
    .select(['legal.validFrom', 'legal.validUntil', 'legal.beneficiaryName', 'legal.beneficiaryCnpj'])
    .select(['legal.regulation', 'legal.regulationSha256', 'legal.taxNote', 'legal.claimDays'])
    .select(['rifas.status', 'rifas.drawRule', 'rifas.drawFallback', 'rifas.cotaWinsOnce'])
    .where('rifas.id', '=', id)
    .where('rifas.status', 'in', states)
    .executeTakeFirst();
  if (!row) return null;
  const [files, prizes, settings, latest, corrections] = await Promise.all([
    db.selectFrom('legalFiles').select(['kind', 'fileId', 'type']).where('rifaId', '=', id).execute(),
    db.selectFrom('rifaPrizes').select('prizeType').where('rifaId', '=', id).execute(),
    readPrizeSettings(db),
    findLatestExtraction(db),
    listCorrections(db, id),
  ]);
  const certificate = files.find(({ kind }) => kind === 'certificate');
  const { taxNote, status, ...pack } = row;
  const route = (row.route ?? 'none') as RifaLegal['route'];
  // Immutable after publishing.
  const promised =
    isUnpublished(status as RifaStatus) && row.route ? claimDaysOf(route, settings.claimDays) : null;
  const kinds = prizes.length === 0 ? [null] : prizes.map(({ prizeType }) => prizeType);
  return {
    ...pack,
    route,
    certificate: certificate ? certificatePath(certificate) : null,
    ownsPrizes: files.some(({ kind }) => kind === 'ownership'),
    claimDays: row.claimDays ?? promised ?? DEFAULT_CLAIM_DAYS,
    regulation: row.regulation ?? '',
    regulationSha256: row.regulationSha256 ?? '',
    taxNotes: [
      ...new Set(kinds.map((kind) => taxNoteOf(settings, taxNote, kind as PrizeType | null))),
    ].filter((note) => note !== ''),
    drawFallback: row.drawFallback as RifaLegal['drawFallback'],
    latestExtraction: latest && { ...latest, prizes: [...latest.prizes] },
    ...corrections,
  };
}
