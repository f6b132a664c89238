import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Ineligibility } from './eligibility-messages.ts';
import { NotEligibleNotice } from './not-eligible-notice.tsx';

const renderNotice = (props: Parameters<typeof NotEligibleNotice>[0]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NotEligibleNotice {...props} />
    </MemoryRouter>,
  );
const notOnSale: Ineligibility = { reason: 'not_on_sale', until: null, eligibleCities: [] };

test('names the rifa if a cart has several', () => {
  const otherCity: Ineligibility = { reason: 'other_city', until: null, eligibleCities: ['Maceió'] };
  expect(renderNotice({ participation: otherCity, rifaTitle: 'Honda Biz' })).toContain(
    'Não é possível participar de “Honda Biz”',
  );
  expect(renderNotice({ participation: otherCity })).toMatch(/Não é possível participar</);
});

test('shows why the sales of a rifa are paused', () => {
  expect(renderNotice({ participation: notOnSale, pauseReason: 'Revisão do prêmio.' })).toContain(
    'As vendas estão pausadas: Revisão do prêmio.',
  );
  expect(renderNotice({ participation: notOnSale, pauseReason: null })).toContain('não está à venda agora');
});
