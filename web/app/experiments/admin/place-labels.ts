import type { TestPlace } from '@mare/domain/experiments/places.ts';

export interface PlaceWords {
  label: string;
  /** What a variant changes there. */
  about: string;
  /** Of what is on or off. */
  on?: string;
}

export const placeWords: Record<TestPlace, PlaceWords> = {
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
