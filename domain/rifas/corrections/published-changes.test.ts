import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RIFA_STATUSES } from '../lifecycle/rifa-state.ts';
import { PUBLISHED_CHANGES, type PublishedRifa, reviewPublishedChange } from './published-changes.ts';

const RIFA: PublishedRifa = {
  title: 'Moto Biz',
  description: 'Zero quilômetro',
  image: '/rifas/moto.svg',
  gallery: [],
  video: '',
  priceCentavos: 200,
  totalNumbers: 100,
  minPerOrder: 1,
  maxPerOrder: 50,
  drawDate: '2030-05-15T22:00:00.000Z',
  salesStart: null,
  eligibleCities: ['Maceió', 'Pilar'],
  eligibleState: 'AL',
  prizes: [{ name: 'Moto', description: 'Nova' }],
  legal: { route: 'none' },
};
const OTHER: PublishedRifa = {
  title: 'Bicicleta usada',
  description: 'Aro 29',
  image: '/rifas/bicicleta.svg',
  gallery: [{ image: '/imagens/a.jpg', alt: 'Roda' }],
  video: 'https://vimeo.com/76979871',
  priceCentavos: 1,
  totalNumbers: 1000,
  minPerOrder: 2,
  maxPerOrder: 60,
  drawDate: '2030-06-15T22:00:00.000Z',
  salesStart: '2030-01-01T00:00:00.000Z',
  eligibleCities: ['Arapiraca'],
  eligibleState: 'PE',
  prizes: [{ name: 'Moto', description: 'Usada' }],
  legal: { route: 'spa_mf' },
};
const parts = fc.subarray(Object.keys(RIFA) as (keyof PublishedRifa)[]);
const status = fc.constantFrom(...RIFA_STATUSES);

test('announces every change that is not free, and accepts none that the table forbids', () => {
  fc.assert(
    fc.property(parts, status, (changed, currentStatus) => {
      const after = { ...RIFA, ...Object.fromEntries(changed.map((part) => [part, OTHER[part]])) };
      const reviewed = reviewPublishedChange(RIFA, after, currentStatus);
      const forbidden = changed.filter((part) => !PUBLISHED_CHANGES[part].during.includes(currentStatus));
      const announced = changed.filter((part) => PUBLISHED_CHANGES[part].kind !== 'free');
      expect(reviewed.ok ? [] : reviewed.frozen.toSorted()).toEqual(forbidden.toSorted());
      if (!reviewed.ok) return;
      expect(new Set(reviewed.corrections.map(({ part }) => part))).toEqual(new Set(announced));
    }),
  );
});

test('lists old and new values', () => {
  const after = { ...RIFA, title: 'Bicicleta usada', prizes: [{ name: 'Moto', description: null }] };
  expect(reviewPublishedChange(RIFA, after, 'active')).toEqual({
    ok: true,
    corrections: [
      { part: 'title', prize: null, before: 'Moto Biz', after: 'Bicicleta usada' },
      { part: 'prizes', prize: 'Moto', before: 'Nova', after: '' },
    ],
  });
});

test('rejects another prize, a removed prize and an added prize', () => {
  const [moto] = RIFA.prizes;
  for (const prizes of [[{ ...moto!, name: 'Bicicleta' }], [], [moto!, moto!]])
    expect(reviewPublishedChange(RIFA, { ...RIFA, prizes }, 'active')).toEqual({
      ok: false,
      frozen: ['prizes'],
    });
});

test('ignores the order of the cities', () => {
  const after = { ...RIFA, eligibleCities: ['Pilar', 'Maceió'] };
  expect(reviewPublishedChange(RIFA, after, 'active')).toEqual({ ok: true, corrections: [] });
});
