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
  leftOut: 0,
  leftOutForRefund: 0,
  disputed: 0,
  numbers: [509],
  drawn: [{ position: 2, number: 509, own: true }],
  receipts: [],
  received: [],
  givenAway: 0,
};

test.each([
  ['completed', true],
  ['closed', true],
  ['active', false],
] as const)('links a %s rifa to its draw: %s', (status, isLinked) => {
  const drawn = status === 'completed' ? holding.drawn : [];
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <HoldingCard holding={{ ...holding, status, drawn }} />
    </MemoryRouter>,
  );
  expect(markup.includes(`href="/resultado/${holding.rifaId}"`)).toBe(isLinked);
});

test('shows the giver and proof of a gift, and does not count given cotas', () => {
  const received = [{ reference: 'presente-de-maria', numbers: [509], giver: 'Maria S.' }];
  const renderCard = (changed: Partial<Holding>) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <HoldingCard holding={{ ...holding, status: 'active', drawn: [], ...changed }} />
      </MemoryRouter>,
    );
  const withGift = renderCard({ received });
  expect(withGift).toContain('presente de Maria S.');
  expect(withGift).toContain('href="/presente/presente-de-maria/comprovante"');
  const givenAway = renderCard({ quantity: 0, numbers: [], givenAway: 2 });
  expect(givenAway).toContain('Você deu 2 cotas de presente.');
  expect(givenAway).not.toContain('0 cotas');
});

test('shows cotas excluded from the list as left out, not as lost', () => {
  const renderCard = (leftOut: number, leftOutForRefund = 0) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <HoldingCard
          holding={{
            ...holding,
            quantity: 2,
            numbers: [3, 4],
            leftOut,
            leftOutForRefund,
            drawn: [{ position: 1, number: 9, own: false }],
          }}
        />
      </MemoryRouter>,
    );
  expect(renderCard(2)).toContain('As suas cotas ficaram fora da lista');
  expect(renderCard(2)).not.toContain('Desta vez não foi');
  expect(renderCard(1)).toContain('1 cota ficou fora da lista');
  expect(renderCard(1)).toContain('Desta vez não foi');
  expect(renderCard(0)).not.toContain('fora da lista');
  expect(renderCard(2)).toContain('estava em contestação quando');
  expect(renderCard(2, 2)).toContain('estava sendo devolvido quando');
  expect(renderCard(2, 1)).toContain('estava em contestação ou sendo devolvido quando');
});

test('shows that a payment is disputed', () => {
  const renderCard = (changed: Partial<Holding>) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <HoldingCard holding={{ ...holding, status: 'active', quantity: 3, drawn: [], ...changed }} />
      </MemoryRouter>,
    );
  expect(renderCard({ disputed: 0 })).not.toContain('contestação');
  expect(renderCard({ disputed: 1 })).toContain(
    'O pagamento de 1 cota está em contestação no banco. Enquanto',
  );
  expect(renderCard({ disputed: 3 })).toContain('O pagamento das suas cotas está');
  expect(renderCard({ disputed: 3, status: 'closed' })).not.toContain('Enquanto');
  expect(renderCard({ disputed: 3, status: 'cancelled' })).not.toContain('contestação');
});

test('shows that a draw ended without a winner', () => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <HoldingCard
        holding={{ ...holding, status: 'completed', quantity: 1, numbers: [3], leftOut: 1, drawn: [] }}
      />
    </MemoryRouter>,
  );
  expect(markup).toContain('O sorteio terminou sem ganhador');
  expect(markup).toContain('A sua cota ficou fora da lista');
});
