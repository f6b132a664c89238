import { expect, test } from 'vitest';
import { missingBeforePublishing, type RifaToPublish } from './publishing.ts';

const MOTO = { name: 'Moto', prizeType: 'product', serviceType: null, serviceCity: null } as const;

const now = new Date('2026-11-21T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const rifa: RifaToPublish = {
  title: 'Moto',
  image: '/imagens/a.jpg',
  priceCentavos: 200,
  priceSteps: [],
  combos: [],
  totalNumbers: 10_000,
  drawRule: 'federal-1',
  drawDate: later(10),
  salesEndMinutes: 60,
  salesStart: null,
  prizes: [MOTO, { ...MOTO, name: 'Spa', prizeType: 'service', serviceType: 'spa', serviceCity: 'Maceió' }],
  eligibleCities: ['Maceió'],
  legal: {
    route: 'spa_mf',
    authorisationNumber: '03.021234/2026',
    organiserName: 'Associação',
    organiserCnpj: '12ABC34501DE35',
    regulation: 'Regras',
  },
};
const none = {
  route: 'none' as const,
  authorisationNumber: null,
  organiserName: null,
  organiserCnpj: null,
  regulation: '',
};

test.each([
  ['a whole one', {}, []],
  ['without a picture', { image: '' }, ['image']],
  ['without prizes', { prizes: [] }, ['prizes']],
  ['with a nameless prize', { prizes: [{ ...MOTO, name: ' ' }] }, ['prizes']],
  [
    'with a service of no kind',
    { prizes: [{ ...MOTO, prizeType: 'service', serviceCity: 'Pilar' }] },
    ['prizes'],
  ],
  [
    'with a service of no city',
    { prizes: [{ ...MOTO, prizeType: 'service', serviceType: 'spa' }] },
    ['prizes'],
  ],
  ['with a total that cannot be drawn fairly', { totalNumbers: 5000 }, ['total']],
  ['with a rule nobody knows', { drawRule: 'federal-0' }, ['total']],
  ['drawn in the past', { drawDate: later(-1) }, ['draw_date']],
  ['whose sales would be over', { salesEndMinutes: 10 * 24 * 60 }, ['sales_end']],
  ['for nobody', { eligibleCities: [] }, ['cities']],
  ['without a right', { legal: none }, ['authorisation', 'organiser', 'regulation']],
] as const)('%s', (_name, change, missing) => {
  expect(missingBeforePublishing({ ...rifa, ...change }, { now, demo: false, when: 'now' })).toEqual(missing);
});

test('requires the draw date of an upcoming extraction', () => {
  const missing = (extractions: Date[]) =>
    missingBeforePublishing(rifa, { now, demo: false, when: 'now', extractions });
  expect(missing([later(9), rifa.drawDate])).toEqual([]);
  expect(missing([later(9), later(11)])).toEqual(['draw_date']);
  expect(missing([])).toEqual(['draw_date']);
});

test('requires no authorisation in demo mode', () => {
  expect(missingBeforePublishing({ ...rifa, legal: none }, { now, demo: true, when: 'now' })).toEqual([]);
});

test('requires a scheduled opening between now and the draw', () => {
  const missing = (salesStart: Date | null) =>
    missingBeforePublishing({ ...rifa, salesStart }, { now, demo: false, when: 'scheduled' });
  expect(missing(null)).toEqual(['sales_start']);
  expect(missing(later(-1))).toEqual(['sales_start']);
  expect(missing(later(11))).toEqual(['sales_end']);
  expect(missing(later(1))).toEqual([]);
});
