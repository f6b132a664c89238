import { cutText } from '@mare/domain/cut-text.ts';
import { writeInstantPrizes } from '../../draws/instant/edit-instant-prizes.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRifaToManage } from './managed-rifas.queries.ts';
import { optionsColumns, readRifaOptions } from './rifa-options.ts';
import { readRifaTerms, termsColumns } from './rifa-terms.ts';
import { editedPartOf, makeDraft } from './save-rifa.ts';

export type DuplicateRifaResult = { ok: true; id: string } | { ok: false; code: 'NOT_FOUND' };

/**
 * Copies a rifa in any state into a new draft: texts, pictures, prices, plans, prizes and options. Leaves out data of
 * one promotion or its dates: authorisation and its files, opening, and window of the extreme cotas.
 */
export function duplicateRifa(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  sourceId: string,
): Promise<DuplicateRifaResult> {
  return platform.db.transaction().execute(async (trx) => {
    const source = await findRifaToManage(trx, sourceId);
    const terms = source && (await readRifaTerms(trx, sourceId));
    const options = terms && (await readRifaOptions(trx, sourceId))?.options;
    if (!source || !terms || !options) return { ok: false, code: 'NOT_FOUND' };
    const id = await makeDraft(trx, platform, by, {
      ...editedPartOf(source),
      title: cutText(`Cópia de ${source.title}`, 120),
      salesStart: null,
      legal: { ...source.legal, authorisationNumber: null, validFrom: null, validUntil: null },
    });
    await trx
      .updateTable('rifas')
      .set({ ...termsColumns(terms.terms), ...optionsColumns({ ...options, extremes: null }) })
      .where('id', '=', id)
      .execute();
    await writeInstantPrizes(trx, id, options.instantPrizes);
    return { ok: true, id };
  });
}
