import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { queries } from '../../../api.ts';
import type { Draft } from './draft-parts.ts';

export interface StoredDraft extends Draft {
  shopPlans: PurchaseTier[];
}

const MAX_READS = 5;

/** Reads the three parts of a draft in one version; retries after a concurrent save. */
export async function readDraft(id: string): Promise<StoredDraft> {
  for (let read = 1; ; read++) {
    // oxlint-disable-next-line no-await-in-loop -- each read depends on the one before
    const [rifa, terms, options] = await Promise.all([
      queries.admin.rifas.find.call({ id }),
      queries.admin.rifas.terms.call({ id }),
      queries.admin.rifas.options.call({ id }),
    ]);
    if ((rifa.version === terms.version && rifa.version === options.version) || read === MAX_READS)
      return { rifa, terms: terms.terms, shopPlans: terms.shopPlans, options: options.options };
  }
}
