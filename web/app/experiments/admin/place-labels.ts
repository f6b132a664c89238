import type { TestPlace } from '@mare/domain/experiments/places.ts';

export interface PlaceLabels {
  label: string;
  about: string;
  /** Label of the checkbox of an on/off place. */
  on?: string;
}

export const placeLabels: Record<TestPlace, PlaceLabels> = {
  'checkout-reassurance': {
    label: 'Frase ao lado do preço',
    about: 'Aparece no resumo do pedido, antes de pagar.',
  },
  'checkout-call': {
    label: 'Frase acima do botão de pagar',
    about: 'Aparece logo acima do botão, ao finalizar a compra.',
  },
  'recommendations-first': {
    label: 'Recomendações na página inicial',
    about: 'O que vem primeiro para quem entrou na conta: as mensagens ou as recomendações.',
    on: 'Recomendações primeiro',
  },
};
