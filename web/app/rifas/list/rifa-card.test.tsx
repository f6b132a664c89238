import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { RifaCard } from './rifa-card.tsx';

const rifa: RifaSummary = {
  id: '5e000000-0000-4000-8000-000000000001',
  title: 'Enxoval de filé',
  description: 'Feito à mão no Pontal.',
  image: '/rifas/enxoval-de-file.svg',
  priceCentavos: 500,
  totalNumbers: 10_000,
  soldNumbers: 3_500,
  drawDate: '2026-12-24T23:00:00.000Z',
  drawExtraction: null,
  opensAt: null,
  salesEndAt: '2026-12-24T22:00:00.000Z',
  status: 'active',
  pauseReason: null,
  prizeName: 'Enxoval completo',
  prizeType: 'product',
  createdAt: '2026-11-01T12:00:00.000Z',
  access: 'everybody',
  publicFrom: null,
};

function renderCard(change: Partial<RifaSummary> = {}): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <RifaCard rifa={{ ...rifa, ...change }} />
    </MemoryRouter>,
  );
}

const visibleText = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

// @covers storefront 2: card: 'A partir de', scarcity, days left, prize, share to one decimal, countdown;
//   'Participar Agora', 'Ver Resultado', 'Em Breve'
test('shows the sales of an active rifa and links to its page', () => {
  const markup = renderCard();
  for (const text of [
    'Ativa',
    'Disponível',
    'A partir de R$ 5,00',
    'Enxoval completo',
    '3.500 de 10.000 vendidas',
    '35,0%',
    'Restam 6.500 números',
    'Participar Agora',
  ])
    expect(visibleText(markup)).toContain(text);
  expect(markup).toContain(`href="/rifa/${rifa.id}/anonymous"`);
  expect(markup).not.toContain('<button');
});

test.each([
  ['vips', 'Só VIP'],
  ['vips_first', 'VIP primeiro'],
] as const)('labels a rifa for %s', (access, label) => {
  expect(visibleText(renderCard({ access }))).toContain(label);
  expect(visibleText(renderCard())).not.toContain('VIP');
});

// @covers storefront 2: card: 'A partir de', scarcity, days left, prize, share to one decimal, countdown;
//   'Participar Agora', 'Ver Resultado', 'Em Breve' [web/app/rifas/list/rifa-card.tsx]
test.each([
  ['completed', 'Ver Resultado'],
  ['scheduled', 'Em Breve'],
] as const)('shows for a %s rifa the disabled button %s', (status, label) => {
  const markup = renderCard({ status });
  expect(markup).toMatch(new RegExp(`<button[^>]* disabled=""[^>]*>${label}</button>`));
});

// @covers storefront 4: scarcity 'Quase esgotado', 'Popular', 'Disponível'; bar at 30, 60 and 80%
//   [web/app/rifa-display/rifa-status.ts]
test.each([
  [5_990, 'Disponível'],
  [6_000, 'Popular'],
  [8_000, 'Quase esgotado'],
])('labels %d of 10.000 sold as %s', (soldNumbers, label) => {
  expect(visibleText(renderCard({ soldNumbers }))).toContain(label);
});
