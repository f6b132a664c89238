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
const visibleText = (markup: string) => markup.replaceAll(/\u00A0|&nbsp;/g, ' ').replaceAll(/<[^>]*>/g, ' ');
const renderReceipt = (stored: StoredSale) =>
  visibleText(renderToStaticMarkup(<StandReceipt sold={stored} onNext={() => {}} onBack={() => {}} />));

test('shows the price of the order and the change on the receipt of a discounted sale', () => {
  const discounted = sale({ state: 'sold', answer: sold(900) });
  const shownReceipt = renderReceipt(discounted);
  expect(shownReceipt).toContain('Vendido: R$ 9,00');
  expect(shownReceipt).toMatch(/Valor\s+R\$ 9,00/);
  expect(shownReceipt).not.toMatch(/R\$ 10,00/);
  expect(shownReceipt).toContain('devolva R$ 1,00');
  expect(visibleText(receiptText(discounted, 'link'))).toContain('Valor: R$ 9,00, pago.');
  // Before it is sent, the receipt shows the amount that the seller received.
  expect(renderReceipt(sale())).toContain('Vendido: R$ 10,00');
});

test('promises no later link on the receipt of a registered sale', () => {
  expect(receiptText(sale(), 'link')).toContain('Recibo, assim que a venda chegar ao site: link');
  expect(receiptText(sale({ state: 'sold', answer: sold(1000) }), 'link')).toMatch(/pago\. Recibo: link$/);
});

test('replaces the open receipt of a sale when it is rejected', () => {
  const shownReceipt = renderReceipt(sale({ state: 'rejected', answer: ended }));
  expect(shownReceipt).toContain('Esta venda não entrou');
  expect(shownReceipt).toContain('Devolva R$ 10,00 a Vera.');
  for (const outdated of ['Vendido', 'Pago em', 'Mandar por WhatsApp', 'Imprimir recibo'])
    expect(shownReceipt).not.toContain(outdated);
});

test('asks to return a rejected Pix by Pix, and a discount in cash', () => {
  const byPix = (changed: Partial<StoredSale>) =>
    sale({ sale: { ...sale().sale, paidWith: 'pix' }, ...changed });
  const renderQueue = (stored: StoredSale) =>
    visibleText(renderToStaticMarkup(<SalesQueue sales={[stored]} onReceipt={() => {}} />));
  const rejected = byPix({ state: 'rejected', answer: ended });
  const refundNote = 'Devolva R$ 10,00 a Vera por Pix, da conta que recebeu.';
  expect(renderReceipt(rejected)).toContain(refundNote);
  expect(renderQueue(rejected)).toContain(refundNote);
  expect(renderQueue(rejected)).toContain('Devolvi o Pix');
  expect(renderQueue(byPix({ waiting: 'UNREADABLE' }))).toContain('ou devolva R$ 10,00 a Vera por Pix');
  const discounted = byPix({ state: 'sold', answer: sold(900) });
  for (const shown of [renderReceipt(discounted), renderQueue(discounted)])
    expect(shown).toContain('devolva R$ 1,00 em dinheiro.');
});

test('subtracts a repaid discount from the cash of the seller', () => {
  const discounted = sale({ state: 'sold', answer: sold(900) });
  expect(visibleText(takenText([discounted]))).toBe('Você recebeu R$ 10,00 em dinheiro.');
  expect(visibleText(takenText([{ ...discounted, isDiscountReturned: true }]))).toBe(
    'Você recebeu R$ 9,00 em dinheiro.',
  );
  const renderQueue = (stored: StoredSale) =>
    visibleText(renderToStaticMarkup(<SalesQueue sales={[stored]} onReceipt={() => {}} />));
  expect(renderQueue(discounted)).toContain('Devolvi R$ 1,00');
  const returned = renderQueue({ ...discounted, isDiscountReturned: true });
  expect(returned).toContain('Desconto devolvido: R$ 1,00.');
  expect(returned).not.toContain('Devolvi R$');
});

test('subtracts the repaid discount of a Pix sale from the cash', () => {
  const pix = sale({ sale: { ...sale().sale, paidWith: 'pix' }, state: 'sold', answer: sold(900) });
  const returned = { ...pix, isDiscountReturned: true };
  expect(visibleText(takenText([pix]))).toBe('Você recebeu R$ 0,00 em dinheiro e R$ 10,00 por Pix.');
  expect(visibleText(takenText([returned, sale({ state: 'sold', answer: sold(1000) })]))).toBe(
    'Você recebeu R$ 9,00 em dinheiro e R$ 10,00 por Pix.',
  );
  expect(visibleText(takenText([returned]))).toBe(
    'Você recebeu R$ 10,00 por Pix e devolveu R$ 1,00 em dinheiro.',
  );
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
    visibleText(
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
  const sendByText = (hour: string, queued: number) =>
    timesText(times, queued, Date.parse(`2026-11-10T${hour}:30:00Z`));
  expect(sendByText('12', 0)).toMatch(/^Venda até .* e envie até .*\.$/);
  expect(sendByText('13', 2)).toMatch(/^O prazo acabou\. Envie as vendas até .*11:00\.$/);
  expect(sendByText('13', 0)).toBe('O prazo acabou.');
  expect(sendByText('14', 2)).toBe(
    'O prazo de envio acabou. Envie logo: cada venda vale se ninguém mais comprou os números dela.',
  );
});

test('says what to do with a sale that the shop cannot read', () => {
  const renderQueue = (stored: StoredSale) =>
    visibleText(renderToStaticMarkup(<SalesQueue sales={[stored]} onReceipt={() => {}} />));
  const queueText = renderQueue(sale({ waiting: 'UNREADABLE' }));
  expect(queueText).toContain('A loja não conseguiu ler esta venda');
  expect(queueText).toContain('devolva R$ 10,00 a Vera');
  expect(queueText).toContain('Devolvi o dinheiro');
  expect(renderQueue(sale({ waiting: 'PAUSED' }))).not.toContain('não conseguiu ler');
});
