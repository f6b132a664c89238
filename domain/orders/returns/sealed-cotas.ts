import { formatInteger } from '../../format.ts';

/** Cotas of one rifa that were refunded by two persons after their list was frozen. */
export interface SealedCotas {
  title: string;
  quantity: number;
}

/** Describes cotas that were refunded but stay on the frozen list. A prize stays with its winner. */
export function describeSealedCotas({ title, quantity }: SealedCotas): string {
  return quantity === 1
    ? `A cota de ${title} continua na lista lacrada do sorteio, que não muda: um prêmio dela é seu.`
    : `As ${formatInteger(quantity)} cotas de ${title} continuam na lista lacrada do sorteio, que não muda: um prêmio delas é seu.`;
}
