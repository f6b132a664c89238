import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteSentCode, readSentCode, saveSentCode } from './sent-code.ts';

const SENT_AT = new Date('2026-11-30T12:00:00Z');
const afterMinutes = (minutes: number) => new Date(SENT_AT.getTime() + minutes * 60_000);
const EMAIL = 'ana@exemplo.com.br';
const sent = { requestId: 'a1', contact: EMAIL };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('keeps a sent code for 10 minutes', () => {
  saveSentCode('access', sent, SENT_AT);
  expect(readSentCode('access', afterMinutes(0), [EMAIL, null])).toEqual(sent);
  expect(readSentCode('access', afterMinutes(9.9), [EMAIL, null])).toEqual(sent);
  expect(readSentCode('access', afterMinutes(10), [EMAIL, null])).toBeNull();
  expect(readSentCode('access', afterMinutes(-1), [EMAIL, null])).toBeNull();
});

test('ignores a code that was sent to a contact of another account', () => {
  saveSentCode('access', sent, SENT_AT);
  expect(readSentCode('access', SENT_AT, ['rui@exemplo.com.br', null])).toBeNull();
});

test('keeps codes of different kinds apart', () => {
  saveSentCode('access', sent, SENT_AT);
  expect(readSentCode('lookup', SENT_AT)).toBeNull();
  expect(readSentCode('access', SENT_AT)).toEqual(sent);
});

test('forgets a used code', () => {
  saveSentCode('access', sent, SENT_AT);
  deleteSentCode('access');
  expect(readSentCode('access', SENT_AT, [EMAIL])).toBeNull();
});
