import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenSession } from '@mare/contract/accounts/accounts.ts';
import { nameSessions } from './name-sessions.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const session = (lastSeenAt: string, userAgent: string | null = FIREFOX): OpenSession => ({
  id: '5e000000-0000-4000-8000-000000000001',
  current: false,
  createdAt: lastSeenAt,
  lastSeenAt,
  userAgent,
  ip: null,
  aal: 'aal1',
});

test('numbers sessions of one device in one minute', () => {
  const names = nameSessions([
    session('2026-11-26T18:00:10.000Z'),
    session('2026-11-26T18:00:40.000Z'),
    session('2026-11-26T18:01:00.000Z'),
  ]).map((named) => `${named.device}, ${named.seen}`);
  expect(names).toEqual([
    'Firefox em Windows, último acesso em 26/11/2026, 15:00 (1 de 2)',
    'Firefox em Windows, último acesso em 26/11/2026, 15:00 (2 de 2)',
    'Firefox em Windows, último acesso em 26/11/2026, 15:01',
  ]);
});

test('marks the session of this browser', () => {
  const [current] = nameSessions([{ ...session('2026-11-26T18:00:10.000Z'), current: true }]);
  expect(current!.seen).toBe('em uso agora');
});

test('gives no two sessions the same name', () => {
  const sessionFacts = fc.record({
    second: fc.nat(180),
    userAgent: fc.constantFrom(FIREFOX, 'curl/8', null),
  });
  fc.assert(
    fc.property(fc.array(sessionFacts, { maxLength: 12 }), (sessions) => {
      const names = nameSessions(
        sessions.map(({ second, userAgent }) =>
          session(new Date(Date.UTC(2026, 10, 26) + second * 1000).toISOString(), userAgent),
        ),
      ).map(({ device, seen }) => `${device}, ${seen}`);
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});
