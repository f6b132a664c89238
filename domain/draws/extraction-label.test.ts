import { expect, test } from 'vitest';
import { extractionLabel, lastingMomentLabel, momentLabel } from './extraction-label.ts';

test('names the extraction with its day and hour', () => {
  const at = new Date('2026-12-12T22:00:00Z');
  expect(extractionLabel(6012, at)).toBe('extração 6012, sábado 12/12 às 19h');
  expect(extractionLabel(null, at)).toBe('extração de sábado 12/12 às 19h');
  expect(extractionLabel(6012, at, lastingMomentLabel)).toBe('extração 6012, sábado 12/12/2026 às 19h');
  expect(momentLabel(new Date('2026-12-09T21:30:00Z'))).toBe('quarta 09/12 às 18h30');
});
