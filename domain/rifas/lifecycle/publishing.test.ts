import { expect, test } from 'vitest';
import { missingBeforePublishing, type RifaToPublish } from './publishing.ts';

const MOTO = {
  name: 'Moto',
  prizeType: 'product',
  valueCentavos: null,
  serviceType: null,
  serviceCity: null,
} as const;

const now = new Date('2026-11-21T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const rifa: RifaToPublish = {
  title: 'Moto',
  description: 'Zero quilômetro.',
  image: '/imagens/a.jpg',
  priceCentavos: 200,
  priceSteps: [],
  combos: [],
  totalNumbers: 10_000,
  drawRule: 'federal-1',
  drawDate: later(10),
  mayBePostponed: false,
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
    validFrom: '2026-11-20',
    validUntil: '2026-12-01',
    beneficiaryName: null,
    beneficiaryCnpj: null,
    hasCertificate: true,
  },
};
const CASH = { ...MOTO, name: 'Pix', prizeType: 'cash', valueCentavos: 1_000_000 } as const;
const none = {
  route: 'none' as const,
  authorisationNumber: null,
  organiserName: null,
  organiserCnpj: null,
  regulation: '',
  validFrom: null,
  validUntil: null,
  beneficiaryName: null,
  beneficiaryCnpj: null,
  hasCertificate: false,
};
const legal = (changes: Partial<RifaToPublish['legal']>) => ({ legal: { ...rifa.legal, ...changes } });

test.each([
  ['a complete one', {}, []],
  ['without a picture', { image: '' }, ['image']],
  ['without prizes', { prizes: [] }, ['prizes']],
  ['with a blank of a template', { description: 'Cor [preencha: cor]' }, ['blanks']],
  ['without a price', { priceCentavos: 0 }, ['price']],
  ['with a nameless prize', { prizes: [{ ...MOTO, name: ' ' }] }, ['prizes']],
  [
    'with a service without a type',
    { prizes: [{ ...MOTO, prizeType: 'service', serviceCity: 'Pilar' }] },
    ['prizes'],
  ],
  [
    'with a service without a city',
    { prizes: [{ ...MOTO, prizeType: 'service', serviceType: 'spa' }] },
    ['prizes'],
  ],
  [
    'with a cash prize without an amount',
    { prizes: [{ ...CASH, valueCentavos: 0 }], legal: { ...rifa.legal, route: 'state_lottery' } },
    ['prizes'],
  ],
  [
    'with a cash prize of a state lottery',
    { prizes: [CASH], legal: { ...rifa.legal, route: 'state_lottery' } },
    [],
  ],
  ['with a total that cannot be drawn fairly', { totalNumbers: 5000 }, ['total']],
  ['with an unknown rule', { drawRule: 'federal-0' }, ['total']],
  ['drawn in the past', { drawDate: later(-1) }, ['draw_date']],
  ['whose sales have already ended', { salesEndMinutes: 10 * 24 * 60 }, ['sales_end']],
  ['for no city', { eligibleCities: [] }, ['cities']],
  ['without an authorisation', { legal: none }, ['authorisation', 'organiser', 'regulation']],
] as const)('%s', (_name, change, missing) => {
  expect(missingBeforePublishing({ ...rifa, ...change }, { now, demo: false, when: 'now' })).toEqual(missing);
});

test.each<[string, Partial<RifaToPublish>, string[]]>([
  ['without its certificate', legal({ hasCertificate: false }), ['certificate']],
  ['without its validity', legal({ validFrom: null }), ['validity']],
  ['that expires the day before the draw', legal({ validUntil: '2026-11-30' }), ['validity']],
  ['that begins the day after the sales', legal({ validFrom: '2026-11-22' }), ['validity']],
  ['that expires before a postponed draw', { mayBePostponed: true }, ['validity']],
  ['with a prize in cash', { prizes: [CASH] }, ['cash_prizes']],
  ['for a series over 100,000 numbers', { totalNumbers: 1_000_000 }, ['series']],
  ['with a wrong check digit', legal({ organiserCnpj: '12ABC34501DE36' }), ['cnpj']],
  ['of an entity without a name', legal({ route: 'spa_mf_filantropico' }), ['beneficiary']],
  [
    'of an entity with a wrong CNPJ',
    legal({ route: 'spa_mf_filantropico', beneficiaryName: 'Lar', beneficiaryCnpj: '00000000000190' }),
    ['cnpj'],
  ],
])('rejects an authorisation %s', (_name, change, missing) => {
  expect(missingBeforePublishing({ ...rifa, ...change }, { now, demo: false, when: 'now' })).toEqual(missing);
});

test('limits neither the numbers of a state lottery nor the validity of a título de capitalização', () => {
  const missing = (change: Partial<RifaToPublish>) =>
    missingBeforePublishing({ ...rifa, ...change }, { now, demo: false, when: 'now' });
  expect(missing({ totalNumbers: 1_000_000, ...legal({ route: 'state_lottery' }) })).toEqual([]);
  const capitalizacao = { route: 'capitalizacao', validFrom: null, validUntil: null } as const;
  expect(missing(legal({ ...capitalizacao, beneficiaryName: 'Lar' }))).toEqual([]);
});

test('applies the limits of the named route to a demonstration', () => {
  const missing = (change: Partial<RifaToPublish>) =>
    missingBeforePublishing({ ...rifa, ...change }, { now, demo: true, when: 'now' });
  expect(missing(legal({ validFrom: null, validUntil: null, hasCertificate: false }))).toEqual([]);
  expect(missing({ totalNumbers: 1_000_000 })).toEqual(['series']);
  expect(missing(legal({ validUntil: '2026-11-30' }))).toEqual(['validity']);
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
