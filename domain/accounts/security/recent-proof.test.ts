import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingProof, RECENT_PROOF_SECONDS, strongestProof } from './recent-proof.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const AT = NOW.getTime() / 1000;
const none = {
  factors: [],
  hasPasskey: false,
  hasPassword: false,
  hasEmail: false,
  isUnconfirmed: false,
} as const;
const all = {
  factors: ['phone', 'totp'],
  hasPasskey: true,
  hasPassword: true,
  hasEmail: true,
  isUnconfirmed: false,
} as const;

test('requires the strongest factor of the account', () => {
  expect(strongestProof(all)).toBe('app');
  expect(strongestProof({ ...all, factors: ['phone'] })).toBe('sms');
  expect(strongestProof({ ...all, factors: [] })).toBe('passkey');
  expect(strongestProof({ ...all, factors: [], hasPasskey: false })).toBe('password');
  expect(strongestProof({ ...none, hasEmail: true })).toBe('email');
  expect(strongestProof(none)).toBe('sign-in');
});

test('a proof counts for ten minutes', () => {
  const account = { ...none, hasPassword: true };
  const isProvedAfter = (secondsAgo: number) =>
    missingProof(account, [{ method: 'password', timestamp: AT - secondsAgo }], NOW) === null;
  expect(RECENT_PROOF_SECONDS).toBe(10 * 60);
  expect([
    isProvedAfter(0),
    isProvedAfter(RECENT_PROOF_SECONDS),
    isProvedAfter(RECENT_PROOF_SECONDS + 1),
  ]).toEqual([true, true, false]);
});

test('requires an account without a confirmed contact to confirm one first', () => {
  const uses = ['express', 'otp', 'totp'].map((method) => ({ method, timestamp: AT }));
  expect(missingProof({ ...none, isUnconfirmed: true }, uses, NOW)).toBe('contact');
});

test('accepts only the code of a second factor if the account has one', () => {
  const factors = fc.subarray(['totp', 'phone'] as const, { minLength: 1 });
  const weaker = fc.array(fc.constantFrom('password', 'recovery', 'otp', 'oauth'));
  fc.assert(
    fc.property(factors, fc.boolean(), fc.boolean(), weaker, (enrolled, hasPassword, hasEmail, methods) => {
      const uses = methods.map((method) => ({ method, timestamp: AT }));
      const account = { ...none, hasPassword, hasEmail };
      expect(missingProof({ ...account, factors: enrolled }, uses, NOW)).not.toBeNull();
      expect(missingProof({ ...account, hasPasskey: true }, uses, NOW)).toBe('passkey');
    }),
  );
});

test.each(['mfa/webauthn', 'mfa/recovery_code'])('accepts %s as proof of any factor', (method) => {
  const uses = [{ method, timestamp: AT }];
  expect(missingProof(all, uses, NOW)).toBeNull();
  expect(missingProof({ ...none, hasPasskey: true }, uses, NOW)).toBeNull();
});
