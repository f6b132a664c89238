import { hasSalesEnded, isBeforeSalesEnd } from '../sale-state.ts';

type Lines = readonly { rifaStatus: string }[];

/** Describes what an open dispute means for the cotas of its order. @param lines of the order */
export function describeDisputedCotas(lines: Lines): string {
  const left = lines.filter(({ rifaStatus }) => rifaStatus !== 'cancelled');
  if (left.length === 0)
    return 'Enquanto ela não for decidida, o valor das cotas da rifa cancelada não pode ser devolvido.';
  return left.every(({ rifaStatus }) => rifaStatus === 'completed')
    ? 'Enquanto ela não for decidida, um prêmio destas cotas não é entregue.'
    : 'Enquanto ela não for decidida, as cotas ficam guardadas para este pedido, mas não entram na lista de um sorteio que feche até lá.';
}

/** Describes the cotas of a won dispute: a list frozen during the dispute excludes them. */
export function describeCotasOfWonDispute(lines: Lines): string {
  return [
    lines.some(isBeforeSalesEnd) && 'As cotas entram na lista de cada sorteio que ainda não fechou.',
    lines.some(hasSalesEnded) &&
      'Se uma lista fechou durante a contestação, as cotas ficaram fora dela: o pedido diz quais.',
    lines.some(({ rifaStatus }) => rifaStatus === 'cancelled') &&
      'O valor das cotas da rifa cancelada volta para quem pagou.',
  ]
    .filter(Boolean)
    .join(' ');
}
