import type { ReactNode } from 'react';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';

export interface ExpressStepProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  /** Fields of the choice. */
  children: ReactNode;
}
