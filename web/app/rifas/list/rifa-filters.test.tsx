import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { parseRifaSearch } from '@mare/domain/rifas/browse-rifas.ts';
import { RifaFilters } from './rifa-filters.tsx';

function chipsAt(query: string): { label: string; to: string; isChosen: boolean }[] {
  const search = parseRifaSearch(new URLSearchParams(query));
  const router = createMemoryRouter([{ path: '/', element: <RifaFilters search={search} /> }], {
    initialEntries: [`/?${query}`],
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = '', content = '']) => ({
    label: content.replaceAll(/<[^>]+>/g, '').replaceAll('\u00a0', ' '),
    to: /href="([^"]*)"/.exec(attributes)![1]!,
    isChosen: attributes.includes('aria-current'),
  }));
}

test('shows an extra chip that removes a price limit without a chip', () => {
  const [first] = chipsAt('ate=3.50&premio=produto');
  expect(first).toEqual({ label: 'Até R$ 3,50', to: '/?premio=produto#rifas', isChosen: true });
  const labels = chipsAt('ate=5').map(({ label }) => label);
  expect(labels.filter((label) => label === 'Até R$ 5,00')).toHaveLength(1);
  expect(chipsAt('ate=x').some(({ isChosen }) => isChosen)).toBe(false);
});
