import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { queries } from '../../api.ts';
import type { NumberChoice, useNumberChoice } from '../choose/use-number-choice.ts';
import { QuantityChoice } from '../choose/quantity-choice.tsx';

interface ExpressChoiceProps {
  rifa: RifaDetail;
  chooser: ReturnType<typeof useNumberChoice>;
}

export interface ExpressStepProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  /** Fields of the choice. */
  children: ReactNode;
}

/** Plan, combo or quantity; the numbers are drawn. */
export function ExpressChoice({ rifa, chooser }: ExpressChoiceProps) {
  const tiers = useQuery(queries.rifas.tiers.queryOptions());
  return <QuantityChoice rifa={rifa} tiers={tiers.data ?? []} chooser={chooser} />;
}
