import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { StandResult } from '@mare/contract/checkout/stand.ts';
import { AllotmentList } from './allotment-list.tsx';
import { receiptText, standStatusText, takenText, timesText } from './sale-labels.ts';
import { SalesQueue } from './sales-queue.tsx';
import { StandReceipt } from './stand-receipt.tsx';
import type { StoredAllotment, StoredSale } from './stand-store.ts';

vi.stubGlobal('window', { location: { origin: 'https://loja.exemplo' } });

const id = '5e000000-0000-4000-8000-000000000013';

const sold = (totalCentavos: number): StandResult => ({
  id,
  outcome: 'sold',
  externalReference: 'pedido',
  totalCentavos,
});
const ended: StandResult = { id, outcome: 'rejected', code: 'ALLOTMENT_ENDED', reason: null, numbers: [] };

function sale(changed: Partial<StoredSale> = {}): StoredSale {
  return {
    id,
    allotmentId: id,
    sellerId: id,
    state: 'queued',
    waiting: null,
    answer: null,
    title: 'Patinete',
    totalNumbers: 1000,
    sale: {
      id,
      externalReference: 'pedido',
      quantity: 5,
      tier: null,
      numbers: [1, 2, 3, 4, 5],
      paidCentavos: 1000,
      paidWith: 'cash',
      name: 'Vera',
      phone: '82999990000',
      soldAt: '2026-11-10T13:00:00.000Z',
    },
    ...changed,
  };
}

// Formatted amounts have a no-break space.
const plain = (markup: string) => markup.replaceAll(/\u00A0|&nbsp;/g, ' ').replaceAll(/<[^>]*>/g, ' ');
const receipt = (stored: StoredSale) =>
  plain(renderToStaticMarkup(<StandReceipt sold={stored} onNext={() => {}} onBack={() => {}} />));

test('shows the price of the order and the change on the receipt of a discounted sale', () => {
  const discounted = sale({ state: 'sold', answer: sold(900) });
  const shown = receipt(discounted);
  expect(shown).toContain('Vendido: R$ 9,00');
  expect(shown).toMatch(/Valor\s+R\$ 9,00/);
  expect(shown).not.toMatch(/R\$ 10,00/);
  expect(shown).toContain('devolva R$ 1,00');
  expect(plain(receiptText(discounted, 'link'))).toContain('Valor: R$ 9,00, pago.');
  // Before it is sent, the receipt shows the amount that the seller received.
  expect(receipt(sale())).toContain('Vendido: R$ 10,00');
});

test('promises no later link on the receipt of a registered sale', () => {
  expect(receiptText(sale(), 'link')).toContain('Recibo, assim que a venda chegar ao site: link');
  expect(receiptText(sale({ state: 'sold', answer: sold(1000) }), 'link')).toMatch(/pago\. Recibo: link$/);
});

test('replaces the open receipt of a sale when it is rejected', () => {
  const shown = receipt(sale({ state: 'rejected', answer: ended }));
  expect(shown).toContain('Esta venda não entrou');
  expect(shown).toContain('Devolva R$ 10,00 a Vera.');
  for (const untrue of ['Vendido', 'Pago em', 'Mandar por WhatsApp', 'Imprimir recibo'])
    expect(shown).not.toContain(untrue);
});

test('subtracts a repaid discount from the cash of the seller', () => {
  const discounted = sale({ state: 'sold', answer: sold(900) });
  expect(plain(takenText([discounted]))).toBe('Você recebeu R$ 10,00 em dinheiro.');
  expect(plain(takenText([{ ...discounted, isDiscountReturned: true }]))).toBe(
    'Você recebeu R$ 9,00 em dinheiro.',
  );
  const queue = (stored: StoredSale) =>
    plain(renderToStaticMarkup(<SalesQueue sales={[stored]} onReceipt={() => {}} />));
  expect(queue(discounted)).toContain('Devolvi R$ 1,00');
  const returned = queue({ ...discounted, isDiscountReturned: true });
  expect(returned).toContain('Desconto devolvido: R$ 1,00.');
  expect(returned).not.toContain('Devolvi R$');
});

test('counts rejected sales in the status', () => {
  const rejected = sale({ state: 'rejected', answer: ended });
  expect(standStatusText([sale({ state: 'sold', answer: sold(1000) })])).toBe('Tudo enviado');
  expect(standStatusText([rejected])).toBe('Tudo enviado · 1 venda não entrou');
  expect(standStatusText([sale(), rejected, rejected])).toBe('1 venda a enviar · 2 vendas não entraram');
  expect(standStatusText([])).toBe('Nenhuma venda a enviar');
});

test('makes only timeless statements about numbers whose deadline has passed', () => {
  const allotment = { id, title: 'Patinete', end: 'over' } as StoredAllotment;
  const listed = (end: StoredAllotment['end']) =>
    plain(
      renderToStaticMarkup(
        <AllotmentList allotments={[{ ...allotment, end }]} sales={[]} addedId={null} onSell={() => {}} />,
      ),
    );
  // The time of a stand may end with the sales of its rifa, and all numbers may be sold.
  expect(listed('over')).not.toContain('voltaram ao site');
  expect(listed('over')).toContain('O prazo passou');
  expect(listed('unknown')).not.toContain('O prazo passou');
});

test('asks to send sales by a future time', () => {
  const times = { sellUntil: '2026-11-10T13:00:00.000Z', endsAt: '2026-11-10T14:00:00.000Z' };
  const at = (hour: string, queued: number) =>
    timesText(times, queued, Date.parse(`2026-11-10T${hour}:30:00Z`));
  expect(at('12', 0)).toMatch(/^Venda até .* e envie até .*\.$/);
  expect(at('13', 2)).toMatch(/^O prazo acabou\. Envie as vendas até .*11:00\.$/);
  expect(at('13', 0)).toBe('O prazo acabou.');
  expect(at('14', 2)).toBe(
    'O prazo de envio acabou. Envie logo: cada venda vale se ninguém mais comprou os números dela.',
  );
});

test('says what to do with a sale that the shop cannot read', () => {
  const queue = (stored: StoredSale) =>
    plain(renderToStaticMarkup(<SalesQueue sales={[stored]} onReceipt={() => {}} />));
  const unread = queue(sale({ waiting: 'UNREADABLE' }));
  expect(unread).toContain('A loja não conseguiu ler esta venda');
  expect(unread).toContain('devolva R$ 10,00 a Vera');
  expect(unread).toContain('Devolvi o dinheiro');
  expect(queue(sale({ waiting: 'PAUSED' }))).not.toContain('não conseguiu ler');
});
