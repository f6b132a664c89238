import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0 segundos'],
  [1.9, '1 segundo'],
  [59.9, '59 segundos'],
  [60, '1 minuto'],
  [719, '11 minutos'],
  [3_600, '1 hora'],
  [14_000, '3 horas'],
  [86_400 * 2.5, '2 dias'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
