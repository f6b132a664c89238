import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingProof, RECENT_PROOF_SECONDS, strongestProof } from './recent-proof.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const AT = NOW.getTime() / 1000;
const none = { factors: [], hasPassword: false, hasEmail: false } as const;

test('asks for the strongest thing the account has', () => {
  expect(strongestProof({ factors: ['phone', 'totp'], hasPassword: true, hasEmail: true })).toBe('app');
  expect(strongestProof({ factors: ['phone'], hasPassword: true, hasEmail: true })).toBe('sms');
  expect(strongestProof({ factors: [], hasPassword: true, hasEmail: true })).toBe('password');
  expect(strongestProof({ factors: [], hasPassword: false, hasEmail: true })).toBe('email');
  expect(strongestProof(none)).toBe('sign-in');
});

test('a proof counts for ten minutes', () => {
  const account = { ...none, hasPassword: true };
  const proved = (secondsAgo: number) =>
    missingProof(account, [{ method: 'password', timestamp: AT - secondsAgo }], NOW) === null;
  expect([proved(0), proved(RECENT_PROOF_SECONDS), proved(RECENT_PROOF_SECONDS + 1)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('with a factor nothing but its code counts', () => {
  const factors = fc.subarray(['totp', 'phone'] as const, { minLength: 1 });
  const weaker = fc.array(fc.constantFrom('password', 'recovery', 'otp', 'oauth'));
  fc.assert(
    fc.property(factors, fc.boolean(), fc.boolean(), weaker, (held, hasPassword, hasEmail, methods) => {
      const uses = methods.map((method) => ({ method, timestamp: AT }));
      expect(missingProof({ factors: held, hasPassword, hasEmail }, uses, NOW)).not.toBeNull();
    }),
  );
});
