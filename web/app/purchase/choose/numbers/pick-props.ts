import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';

export interface PickProps {
  rifa: RifaDetail;
  /** Ascending. */
  picked: number[];
  /** The maximum per order is reached. */
  isFull: boolean;
  onToggle: (number: number) => void;
}
