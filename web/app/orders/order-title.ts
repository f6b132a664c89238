import { formatCount } from '../format.ts';

interface TitledOrder {
  /** Title of the first line's rifa. */
  rifaTitle: string;
  /** Number of rifas in the order. */
  rifas: number;
}

/** 'Moto zero km', or 'Moto zero km e mais 1 rifa'. */
export function orderTitle({ rifaTitle, rifas }: TitledOrder): string {
  return rifas > 1 ? `${rifaTitle} e mais ${formatCount(rifas - 1, 'rifa', 'rifas')}` : rifaTitle;
}
