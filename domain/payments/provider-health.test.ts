import { expect, test } from 'vitest';
import { assessProvider, describeProvider, type ProviderCalls } from './provider-health.ts';

/** In Maceió, three hours behind. */
const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 17, minute));
const unused: ProviderCalls = {
  lastAnsweredAt: null,
  failures: 0,
  failingSince: null,
  lastFailedAt: null,
  lastFailure: null,
};
const answered = { ...unused, lastAnsweredAt: at(0) };
const failed = {
  ...answered,
  failures: 1,
  failingSince: at(2),
  lastFailedAt: at(2),
  lastFailure: 'unavailable',
};
const failedAgain = { ...failed, failures: 3, lastFailedAt: at(5) };
const wrongKey = { ...failedAgain, lastFailure: 'auth' };
const back = { ...failedAgain, lastAnsweredAt: at(6), failures: 0, failingSince: null };

test.each<[ProviderCalls, number, string, string]>([
  [unused, 0, 'unused', 'Nenhuma chamada até agora.'],
  [answered, 15, 'responds', 'A última chamada foi respondida, às 14:00.'],
  [
    answered,
    16,
    'quiet',
    'Nenhuma chamada nos últimos 15 minutos. A última chamada foi respondida, às 14:00.',
  ],
  [failed, 3, 'fails', 'A última chamada falhou, às 14:02.'],
  [{ ...failed, lastAnsweredAt: null }, 3, 'fails', 'A última chamada falhou, às 14:02.'],
  [failedAgain, 6, 'fails', 'As 3 últimas chamadas falharam, a primeira às 14:02.'],
  [
    failedAgain,
    21,
    'quiet',
    'Nenhuma chamada nos últimos 15 minutos. As 3 últimas chamadas falharam, a primeira às 14:02.',
  ],
  [
    wrongKey,
    6,
    'fails',
    'As 3 últimas chamadas falharam, a primeira às 14:02. O provedor recusa a credencial.',
  ],
  [back, 7, 'responds', 'A última chamada foi respondida, às 14:06.'],
  [
    answered,
    24 * 60,
    'quiet',
    'Nenhuma chamada nos últimos 15 minutos. A última chamada foi respondida, em 27/11/2026, 14:00.',
  ],
])('describes %o %i minutes later', (calls, minutes, health, sentence) => {
  expect(assessProvider(calls, at(minutes))).toBe(health);
  expect(describeProvider(calls, at(minutes))).toBe(sentence);
});
