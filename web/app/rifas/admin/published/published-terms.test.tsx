import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { EditedPrize, EditedRifa, ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import type { LegalPack } from '@mare/contract/rifas/legal-pack.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PublishedTerms, type PublishedTermsProps } from './published-terms.tsx';

const prize: EditedPrize = {
  name: 'Passeio de lancha',
  description: 'Com almoço.',
  valueCentavos: 150_000,
  prizeType: 'service',
  image: '/rifas/lancha.svg',
  serviceType: 'Passeio',
  serviceCity: 'Maceió',
};

const legal: LegalPack = {
  route: 'spa_mf',
  authorisationNumber: '04.000001/2030',
  organiserName: 'Associação do Pontal',
  organiserCnpj: '00000000000191',
  validFrom: '2030-01-01',
  validUntil: '2030-12-31',
  beneficiaryName: 'Casa da Criança',
  beneficiaryCnpj: '11222333000181',
  regulation: 'Art. 1º Participa quem comprou.',
  taxNote: 'Imposto pago pela loja.',
};

const rifa: ManagedRifa = {
  id: '5e000000-0000-4000-8000-000000000001',
  title: 'Lancha',
  description: 'Saída do Pontal.',
  image: '/rifas/moto.svg',
  gallery: [{ image: '/rifas/praia.svg', alt: 'A praia' }],
  video: 'https://vimeo.com/123456789',
  priceCentavos: 200,
  totalNumbers: 1000,
  minPerOrder: 1,
  maxPerOrder: 100,
  drawDate: '2030-12-25T22:00:00.000Z',
  salesStart: '2030-11-01T12:00:00.000Z',
  eligibleCities: ['Maceió'],
  eligibleState: 'AL',
  prizes: [prize],
  legal,
  status: 'draft',
  version: 1,
  soldNumbers: 0,
  reservedNumbers: 0,
  revenueCentavos: 0,
  noticeRequests: 0,
  regulationSha256: '',
  legalFiles: [],
  publishedAt: null,
  salesEndAt: '2030-12-25T21:00:00.000Z',
  pauseReason: null,
  cancelling: 'FREE',
  refunds: null,
};

const plan = { key: 'tier1', name: 'Galera', quantity: 10, bonusPercentage: 50 };

const terms: RifaTerms = {
  priceSteps: [{ fromQuantity: 20, priceCentavos: 180 }],
  combos: [{ quantity: 30, priceCentavos: 5000 }],
  plans: [plan],
  drawFallback: 'lot',
  cotaWinsOnce: true,
};

const instantPrize = { name: 'Pix', valueCentavos: 5000, count: 3 };
const extremes = { prize: 'Cesta', from: '2030-11-02T12:00:00.000Z', to: '2030-11-09T12:00:00.000Z' };

const options: RifaOptions = {
  vipOnly: false,
  vipHours: 24,
  choosesNumbers: false,
  maxPerPerson: 200,
  allowsGifts: false,
  drawsEarly: false,
  unsoldPolicy: 'refund',
  unsoldMinPercent: 40,
  salesEndMinutes: 60,
  announcesMilestones: false,
  showsBuyers: false,
  extremes,
  instantPrizes: [instantPrize],
};

const render = (change: Partial<PublishedTermsProps> = {}) =>
  renderToStaticMarkup(
    <PublishedTerms rifa={rifa} terms={{ terms, shopPlans: [] }} options={options} {...change} />,
  );
const withRifa = (change: Partial<ManagedRifa>) => render({ rifa: { ...rifa, ...change } });
const withTerms = (change: Partial<RifaTerms>) =>
  render({ terms: { terms: { ...terms, ...change }, shopPlans: [plan] } });

/** `Required` over the contract's types: a new stored field does not compile until this page shows it. */
type Each<T> = { [Field in keyof Required<T>]: T[Field] };
const entriesOf = <T extends object>(changes: T) =>
  Object.entries(changes).map(([field, value]) => [field, { [field]: value } as Partial<T>] as const);

const changedRifa: Each<Omit<EditedRifa, 'prizes' | 'legal'>> = {
  title: 'Barco',
  description: 'Saída da Pajuçara.',
  image: '/rifas/outra.svg',
  gallery: [{ image: '/rifas/outra.svg', alt: 'A praia' }],
  video: 'https://vimeo.com/987654321',
  priceCentavos: 300,
  totalNumbers: 2000,
  minPerOrder: 2,
  maxPerOrder: 50,
  drawDate: '2030-12-28T22:00:00.000Z',
  salesStart: null,
  eligibleCities: ['Maceió', 'Arapiraca'],
  eligibleState: 'PE',
};
test.each(entriesOf(changedRifa))('shows the stored %s', (_field, change) => {
  expect(withRifa(change)).not.toBe(render());
});

const changedPrize: Each<EditedPrize> = {
  name: 'Passeio de barco',
  description: 'Com jantar.',
  valueCentavos: 160_000,
  prizeType: 'product',
  image: '/rifas/outra.svg',
  serviceType: 'Mergulho',
  serviceCity: 'Maragogi',
};
test.each(entriesOf(changedPrize))('shows the stored %s of a prize', (_field, change) => {
  expect(withRifa({ prizes: [{ ...prize, ...change }] })).not.toBe(render());
});

const changedLegal: Each<LegalPack> = {
  route: 'state_lottery',
  authorisationNumber: '04.000002/2030',
  organiserName: 'Associação da Barra',
  organiserCnpj: '11222333000181',
  validFrom: '2030-02-01',
  validUntil: '2030-12-30',
  beneficiaryName: 'Casa do Idoso',
  beneficiaryCnpj: '00000000000191',
  regulation: 'Art. 1º Participa quem mora aqui.',
  taxNote: 'Imposto pago por quem ganha.',
};
test.each(entriesOf(changedLegal))('shows the stored %s of the legal pack', (_field, change) => {
  expect(withRifa({ legal: { ...legal, ...change } })).not.toBe(render());
});

const changedTerms: Each<RifaTerms> = {
  priceSteps: [],
  combos: [],
  plans: [{ ...plan, bonusPercentage: 20 }],
  drawFallback: 'next_extraction',
  cotaWinsOnce: false,
};
test.each(entriesOf(changedTerms))('shows the stored %s of the terms', (_field, change) => {
  expect(withTerms(change)).not.toBe(withTerms({}));
});

const changedOptions: Each<RifaOptions> = {
  vipOnly: true,
  vipHours: 48,
  choosesNumbers: true,
  maxPerPerson: 100,
  allowsGifts: true,
  drawsEarly: true,
  unsoldPolicy: 'postpone',
  unsoldMinPercent: 50,
  salesEndMinutes: 90,
  announcesMilestones: true,
  showsBuyers: true,
  extremes: { ...extremes, prize: 'Rede' },
  instantPrizes: [{ ...instantPrize, valueCentavos: 6000 }],
};
test.each(entriesOf(changedOptions))('shows the stored option %s', (_field, change) => {
  expect(render({ options: { ...options, ...change } })).not.toBe(render());
});

test('shows the texts, and the bonus and price of plans', () => {
  const markup = render().replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '');
  for (const text of [
    'Art. 1º Participa quem comprou.',
    'Saída do Pontal.',
    'Galera: 10 cotas + 5 de bônus (50%) por R$ 20,00',
    '3 cotas premiadas: Pix, R$ 50,00 cada',
    'Válida de 01/01/2030 a 31/12/2030',
    '1 hora antes da extração',
  ])
    expect(markup).toContain(text);
  expect(withTerms({ plans: null })).toContain('Planos da loja');
});

test('shows the legal files', () => {
  const storedAt = '2030-01-01T12:00:00.000Z';
  for (const kind of ['certificate', 'ownership'] as const)
    expect(
      withRifa({ legalFiles: [{ kind, name: 'arquivo.pdf', type: 'application/pdf', storedAt }] }),
    ).toContain('arquivo.pdf');
});
