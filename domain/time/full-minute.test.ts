import { expect, test } from 'vitest';
import { fullMinute } from './full-minute.ts';

test('rounds up to a full minute', () => {
  const noon = new Date('2026-11-21T12:00:00Z');
  expect(fullMinute(noon)).toEqual(noon);
  expect(fullMinute(new Date('2026-11-21T11:59:00.001Z'))).toEqual(noon);
});
