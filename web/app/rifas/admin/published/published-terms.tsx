import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { CorrectableTerms } from './correctable-terms.tsx';
import { FreeTerms } from './free-terms.tsx';
import { FrozenTerms } from './frozen-terms.tsx';

export interface PublishedTermsProps {
  rifa: ManagedRifa;
  terms: { terms: RifaTerms; shopPlans: readonly PurchaseTier[] };
  options: RifaOptions;
}

/** Stored terms for buyers: those fixed by publication, and those that may change later. */
export function PublishedTerms({ rifa, terms: { terms, shopPlans }, options }: PublishedTermsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FrozenTerms rifa={rifa} terms={terms} options={options} />
      <CorrectableTerms rifa={rifa} options={options} />
      <FreeTerms rifa={rifa} terms={terms} shopPlans={shopPlans} options={options} />
    </div>
  );
}
