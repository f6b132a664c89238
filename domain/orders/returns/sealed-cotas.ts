import { formatInteger } from '../../format.ts';

/** Cotas of one rifa that were refunded by two persons after their list was frozen. */
export interface SealedCotas {
  title: string;
  quantity: number;
  /** Of the quantity: cotas that were given away. */
  given: number;
}

/** Describes cotas that were refunded but stay on the frozen list. A prize stays with its winner. */
export function describeSealedCotas({ title, quantity, given }: SealedCotas): string {
  const [cotas, prize] =
    quantity === 1
      ? [`A cota de ${title} continua`, 'um prêmio dela']
      : [`As ${formatInteger(quantity)} cotas de ${title} continuam`, 'um prêmio delas'];
  return `${cotas} na lista lacrada do sorteio, que não muda: ${prize} é ${ownerOf({ quantity, given })}.`;
}

function ownerOf({ quantity, given }: Pick<SealedCotas, 'quantity' | 'given'>): string {
  if (given === quantity) return 'de quem recebeu o presente';
  return given > 0 ? 'seu, ou de quem recebeu de presente a cota que ganhar' : 'seu';
}
