import { expect, test } from 'vitest';
import { extractionLabel, lastingMomentLabel, momentLabel } from './extraction-label.ts';

const now = new Date('2026-11-25T12:00:00Z');
const label = (at: Date) => momentLabel(at, now);

test('names the extraction with its day and hour', () => {
  const at = new Date('2026-12-12T22:00:00Z');
  expect(extractionLabel(6012, at, label)).toBe('extração 6012, sábado 12/12 às 19h');
  expect(extractionLabel(null, at, label)).toBe('extração de sábado 12/12 às 19h');
  expect(extractionLabel(6012, at, lastingMomentLabel)).toBe('extração 6012, sábado 12/12/2026 às 19h');
  expect(label(new Date('2026-12-09T21:30:00Z'))).toBe('quarta 09/12 às 18h30');
});

test('adds the year to a moment that is a year or more away', () => {
  expect(label(new Date('2027-11-20T22:00:00Z'))).toBe('sábado 20/11 às 19h');
  expect(label(new Date('2031-01-08T22:00:00Z'))).toBe('quarta 08/01/2031 às 19h');
  expect(label(new Date('2025-01-08T22:00:00Z'))).toBe('quarta 08/01/2025 às 19h');
});
