import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteSentCode, readSentCode, saveSentCode } from './sent-code.ts';

const SENT_AT = new Date('2026-11-30T12:00:00Z');
const afterMinutes = (minutes: number) => new Date(SENT_AT.getTime() + minutes * 60_000);
const EMAIL = 'ana@exemplo.com.br';
const sent = { accessId: 'a1', contact: EMAIL };

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
  saveSentCode(sent, SENT_AT);
  expect(readSentCode([EMAIL, null], afterMinutes(0))).toEqual(sent);
  expect(readSentCode([EMAIL, null], afterMinutes(9.9))).toEqual(sent);
  expect(readSentCode([EMAIL, null], afterMinutes(10))).toBeNull();
  expect(readSentCode([EMAIL, null], afterMinutes(-1))).toBeNull();
});

test('ignores a code that was sent to a contact of another account', () => {
  saveSentCode(sent, SENT_AT);
  expect(readSentCode(['rui@exemplo.com.br', null], SENT_AT)).toBeNull();
});

test('forgets a used code', () => {
  saveSentCode(sent, SENT_AT);
  deleteSentCode();
  expect(readSentCode([EMAIL], SENT_AT)).toBeNull();
});
