import { expect, test } from 'vitest';
import { describeCotasOfWonDispute, describeDisputedCotas } from './disputed-cotas.ts';

const lines = (...states: string[]) => states.map((rifaStatus) => ({ rifaStatus }));

test('promises no list that has closed', () => {
  expect(describeCotasOfWonDispute(lines('active'))).toBe(
    'As cotas entram na lista de cada sorteio que ainda não fechou.',
  );
  expect(describeCotasOfWonDispute(lines('paused'))).toBe(describeCotasOfWonDispute(lines('active')));
  for (const status of ['closed', 'completed']) {
    const text = describeCotasOfWonDispute(lines(status));
    expect(text).not.toContain('entram na lista');
    expect(text).toContain('ficaram fora dela');
  }
  expect(describeCotasOfWonDispute(lines('active', 'closed'))).toMatch(
    /^As cotas entram na lista .*ficaram fora dela/,
  );
});

test('speaks of no list of a cancelled rifa, but of its refund', () => {
  expect(describeDisputedCotas(lines('cancelled', 'cancelled'))).toContain('não pode ser devolvido');
  expect(describeDisputedCotas(lines('cancelled', 'completed'))).toContain('um prêmio destas cotas');
  expect(describeDisputedCotas(lines('cancelled', 'active'))).toContain('não entram na lista');
  expect(describeCotasOfWonDispute(lines('cancelled'))).toBe(
    'O valor das cotas da rifa cancelada volta para quem pagou.',
  );
  expect(describeCotasOfWonDispute(lines('cancelled', 'active'))).toMatch(
    /^As cotas entram na lista .*cancelada volta/,
  );
});

test('speaks of prizes once every draw was made', () => {
  expect(describeDisputedCotas(lines('completed'))).toContain('um prêmio destas cotas não é entregue');
  expect(describeDisputedCotas(lines('completed', 'closed'))).toContain('não entram na lista');
});
