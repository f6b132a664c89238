import { expect, test } from 'vitest';
import { countFilters, readFilters, toQuery, writeFilters } from './order-filters.ts';

test('round-trips filters through the URL', () => {
  const params = writeFilters({ search: ' Araújo ', status: 'paid', minCentavos: '1000', coupon: '' });
  expect(params.toString()).toBe('busca=Ara%C3%BAjo&situacao=paid&minimo=1000');
  const filters = readFilters(params);
  expect(toQuery(filters)).toEqual({ search: 'Araújo', status: 'paid', minCentavos: '1000' });
  expect(countFilters(filters)).toBe(2);
});

test('ignores invalid values in the URL', () => {
  const params = new URLSearchParams('situacao=lost&de=ontem&ate=2026-13-45&minimo=-1&rifa=1&canal=site');
  expect(toQuery(readFilters(params))).toEqual({ channel: 'site' });
});
