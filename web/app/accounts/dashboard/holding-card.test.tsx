import type { Holding } from '@mare/contract/orders/orders.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { HoldingCard } from './holding-card.tsx';

const holding: Holding = {
  rifaId: '5e000000-0000-4000-8000-000000000013',
  title: 'Máquina de costura',
  image: '',
  status: 'completed',
  drawDate: '2026-11-11T23:00:00.000Z',
  totalNumbers: 1000,
  quantity: 1,
  numbers: [509],
  drawn: [{ position: 2, number: 509, own: true }],
  receipts: [],
};

test.each([
  ['completed', true],
  ['closed', true],
  ['active', false],
] as const)('a rifa that is %s leads to its draw: %s', (status, leads) => {
  const drawn = status === 'completed' ? holding.drawn : [];
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <HoldingCard holding={{ ...holding, status, drawn }} />
    </MemoryRouter>,
  );
  expect(markup.includes(`href="/resultado/${holding.rifaId}"`)).toBe(leads);
});
