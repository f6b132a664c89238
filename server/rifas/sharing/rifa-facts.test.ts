import { expect, test } from 'vitest';
import { rifaFacts } from './rifa-facts.ts';

const rifa = {
  title: 'Honda Biz 125',
  prizeName: null,
  priceCentavos: 50,
  soldNumbers: 85,
  totalNumbers: 100,
  drawDate: '2026-12-09T22:00:00Z',
  status: 'active' as const,
  image: '',
};

test('shows price, date and prize in the preview of a rifa', () => {
  expect(rifaFacts(rifa)).toMatchObject({
    lead: 'Sorteio em 9 de dezembro de 2026, pela Loteria Federal',
    price: expect.stringMatching(/^R\$\s0,50 a cota$/) as string,
    percent: 85,
  });
  expect(rifaFacts({ ...rifa, prizeName: 'Moto zero km' }).lead).toBe(
    'Prêmio: Moto zero km. Sorteio em 9 de dezembro de 2026.',
  );
});

test('shows in the preview that a rifa was drawn', () => {
  expect(rifaFacts({ ...rifa, status: 'completed' }).lead).toMatch(/^Sorteada em 9 de dezembro de 2026/);
});

test('offers no cotas of a rifa that is cancelled, drawn, paused or closed', () => {
  const cancelled = rifaFacts({ ...rifa, prizeName: 'Moto zero km', status: 'cancelled' });
  expect(cancelled).toMatchObject({
    lead: 'Prêmio: Moto zero km. Não será sorteada.',
    price: 'Rifa cancelada',
    percent: null,
    progress: 'O dinheiro volta a quem comprou',
  });
  expect(rifaFacts({ ...rifa, status: 'completed' }).price).toBe('Sorteio feito');
  expect(rifaFacts({ ...rifa, status: 'closed' }).price).toBe('Vendas encerradas');
  expect(rifaFacts({ ...rifa, status: 'paused' }).price).toBe('Vendas pausadas');
  expect(rifaFacts({ ...rifa, status: 'scheduled' }).price).toMatch(/^Em breve: R\$/);
});
