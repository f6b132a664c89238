import { expect, test } from 'vitest';
import { couponFieldsOf, couponProblems } from './coupon-fields.ts';

const fields = { ...couponFieldsOf(null), code: 'FEIRA10' };
const problemsOf = (changed: Partial<typeof fields>) => couponProblems({ ...fields, ...changed });

test('lists the errors that block saving a coupon', () => {
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ percent: '99' })).toEqual({ percent: 'De 1 a 90.' });
  expect(problemsOf({ percent: '' })).toEqual({ percent: 'De 1 a 90.' });
  expect(problemsOf({ code: 'AB' })).toEqual({ code: 'De 3 a 20 letras e números.' });
  expect(problemsOf({ kind: 'fixed', percent: '99', off: '' })).toEqual({ off: 'Um valor, como 5,00.' });
  expect(problemsOf({ kind: 'fixed', percent: '99', off: '5,00' })).toEqual({});
});

test('rejects conditions that cannot be stored or met', () => {
  expect(problemsOf({ minimum: 'vinte' })).toEqual({ minimum: 'Um valor, como 20,00.' });
  expect(problemsOf({ usesPerPerson: '' })).toEqual({ usesPerPerson: 'Pelo menos 1.' });
  expect(problemsOf({ startsAt: '2026-12-02T10:00', expiresAt: '2026-12-01T10:00' })).toEqual({
    expiresAt: 'O fim vem depois do início.',
  });
  expect(problemsOf({ personEmails: 'maria@exemplo.com.br\nfulano' })).toEqual({
    personEmails: 'Confira o e-mail “fulano”.',
  });
});
