import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { expect, test } from 'vitest';
import { endingOf } from './order-endings.ts';

const item = (rifaStatus: OrderPage['items'][number]['rifaStatus'] = 'active', quantity = 2) =>
  ({ title: 'Patinete', rifaStatus, quantity }) as OrderPage['items'][number];

const order = {
  group: null,
  endedEarly: false,
  mayBuy: true,
  refundUnderWay: false,
  refundedElsewhere: false,
  sentBackCentavos: 0,
  cashOwedCentavos: 0,
  items: [item()],
  returned: [],
  isDisputed: false,
  soldByHand: false,
  givenAway: 0,
  leftOut: [] as OrderPage['leftOut'],
};

test('does not confirm a payment that is being returned', () => {
  expect(endingOf(order, 'paid').kind).toBe('paid');
  expect(endingOf({ ...order, refundUnderWay: true }, 'paid').kind).toBe('refunding');
  expect(endingOf({ ...order, refundUnderWay: true }, 'cancelled').kind).toBe('cancelled');
  const returned = [{ title: 'Biz', quantity: 2, centavos: 400, isRifaCancelled: false }];
  expect(endingOf({ ...order, returned }, 'paid').kind).toBe('partly_refunded');
});

test('offers nothing to a paused or self-excluded buyer', () => {
  const endedEarly = { ...order, endedEarly: true };
  expect(endingOf(endedEarly, 'cancelled').text).toContain('As cotas voltaram à venda.');
  const { text } = endingOf({ ...endedEarly, mayBuy: false }, 'cancelled');
  expect(text).toMatch(/^Suas compras estão em pausa. Nada foi cobrado./);
  expect(text).toContain('o valor é devolvido sozinho');
  expect(text).not.toContain('volta a valer');
  const group = { isOpen: true, partNo: 2 } as OrderPage['group'];
  expect(endingOf({ ...endedEarly, group }, 'cancelled').text).toContain('volta a ser sua');
  expect(endingOf({ ...endedEarly, group, mayBuy: false }, 'cancelled').text).not.toContain(
    'volta a ser sua',
  );
  expect(endingOf({ ...order, mayBuy: false }, 'failed').text).not.toContain('tentar de novo');
});

test('offers no cotas whose sales are paused, and explains when a late payment counts', () => {
  const { text } = endingOf({ ...order, items: [item('paused')] }, 'cancelled');
  expect(text).not.toContain('voltaram à venda');
  expect(text).toContain('As vendas estão em pausa agora');
  expect(text).toContain('volta a valer se você pagou antes da pausa das vendas e os números');
  const partlyPaused = endingOf({ ...order, items: [item(), item('paused')] }, 'cancelled').text;
  expect(partlyPaused).toContain('As cotas voltaram à venda.');
  expect(partlyPaused).toContain('antes da pausa');
});

test('wishes no luck during a dispute', () => {
  const { title, text } = endingOf({ ...order, isDisputed: true }, 'paid');
  expect(title).toBe('Pagamento em contestação');
  expect(text).toContain('não entram na lista de um sorteio que feche até lá');
});

test('wishes no luck when the list of the draw left out all cotas', () => {
  const leftOut = { rifaId: 'r', title: 'Patinete', quantity: 2, leftOut: 2, leftOutForRefund: 0 };
  const allLeftOut = endingOf({ ...order, items: [item('closed')], leftOut: [leftOut] }, 'paid');
  expect(allLeftOut).toMatchObject({ kind: 'left_out', title: 'Pagamento confirmado' });
  expect(allLeftOut.text).not.toMatch(/sorte!|são suas|Avisamos/);
  const someLeftOut = endingOf(
    { ...order, items: [item('closed')], leftOut: [{ ...leftOut, leftOut: 1 }] },
    'paid',
  );
  expect(someLeftOut.kind).toBe('paid');
});

test('leaves accepted gifts to their recipients', () => {
  expect(endingOf({ ...order, givenAway: 1 }, 'paid').text).toMatch(
    /^1 cota foi dada de presente e é de quem aceitou; as outras são suas/,
  );
  expect(endingOf({ ...order, givenAway: 2 }, 'paid').text).toMatch(
    /^2 cotas foram dadas de presente e são de quem aceitou\. Avisamos/,
  );
});

test('mentions neither Pix nor e-mail for a manual sale', () => {
  const soldByHand = { ...order, soldByHand: true };
  for (const { text } of [
    endingOf(soldByHand, 'paid'),
    endingOf(soldByHand, 'refunded'),
    endingOf({ ...soldByHand, refundUnderWay: true }, 'paid'),
  ])
    expect(text).not.toMatch(/Pix|e-mail/);
});

test('promises to restore an unpaid order only while all its rifas are on sale', () => {
  const promise = /volta a valer/;
  expect(endingOf(order, 'cancelled').text).toMatch(promise);
  expect(endingOf({ ...order, endedEarly: true }, 'cancelled').text).toMatch(promise);
  for (const status of ['cancelled', 'closed', 'completed'] as const) {
    const { text } = endingOf({ ...order, items: [item(status)] }, 'cancelled');
    expect(text).not.toMatch(promise);
    expect(text).not.toContain('voltaram à venda');
    expect(text).toContain('o valor é devolvido sozinho');
  }
});

test('names the cancelled rifa that ended an unpaid order', () => {
  const ended = { ...order, endedEarly: true, items: [item('cancelled'), item()] };
  expect(endingOf(ended, 'cancelled').text).toMatch(/^A rifa Patinete foi cancelada.*Nada foi cobrado/);
});

test('mentions no late payment after one was refunded', () => {
  for (const refund of [{ refundUnderWay: true }, { sentBackCentavos: 400 }])
    expect(endingOf({ ...order, endedEarly: true, ...refund }, 'cancelled').text).not.toMatch(
      /Nada foi cobrado|Se você/,
    );
});

test('shows that cash is owed again once its hand-over was undone', () => {
  const owed = { ...order, soldByHand: true, cashOwedCentavos: 400 };
  for (const status of ['paid', 'refunded'] as const) {
    const { kind, title, text } = endingOf(owed, status);
    expect([kind, title]).toEqual(['refunding', 'Falta entregar o seu dinheiro']);
    expect(text).toMatch(/ainda vai entregar R\$\s4,00 a você, em mãos/);
    expect(text).not.toContain('devolveu');
  }
});

test('does not say that charged-back numbers left a closed list', () => {
  expect(endingOf(order, 'charged_back').text).toContain('não participam mais do sorteio');
  const { text } = endingOf({ ...order, items: [item('completed')] }, 'charged_back');
  expect(text).not.toContain('não participam mais');
  expect(text).toContain('não muda');
});
