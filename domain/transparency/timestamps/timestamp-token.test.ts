import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../draws/sealing/sha256.ts';
import { fromBase64 } from '../base64.ts';
import { makeAuthority } from './authority.ts';
import { isForTimestamps, parseCertificates } from './certificates.ts';
import { PUBLIC_AUTHORITIES } from './public-authorities.ts';
import { formatTimestampRequest, parseTimestampReply } from './timestamp-request.ts';
import { openTimestampToken, type TimestampToken } from './timestamp-token.ts';
import { makeTestAuthority, OPENSSL_ROOT, OPENSSL_TOKEN, stampHash } from './timestamps.testing.ts';

const DATA = sha256(new TextEncoder().encode('carimbo'));
const TIME = '2024-12-28T21:00:00.000Z';
const opensslRoots = parseCertificates(OPENSSL_ROOT)!;

describe('a token of OpenSSL', () => {
  test('is trusted through its intermediate certificate', async () => {
    expect(await openTimestampToken(OPENSSL_TOKEN, opensslRoots)).toEqual({
      imprint: DATA,
      // Its time and its accuracy.
      time: new Date('2026-11-22T23:56:37Z'),
      authority: 'Carimbo de teste',
      isTrusted: true,
    });
  });

  test('is not trusted without its root', async () => {
    const roots = [
      [],
      parseCertificates(PUBLIC_AUTHORITIES)!,
      parseCertificates((await makeTestAuthority()).root)!,
    ];
    for (const trusted of roots)
      expect(await openTimestampToken(OPENSSL_TOKEN, trusted)).toMatchObject({ isTrusted: false });
  });

  test('is never trusted with another time or hash after a flipped bit', async () => {
    const whole = await openTimestampToken(OPENSSL_TOKEN, opensslRoots);
    // Unsigned bytes, such as the version of an envelope, may change without effect.
    const isHarmless = (opened: TimestampToken | null) =>
      !opened?.isTrusted || isDeepStrictEqual(opened, whole);
    const bit = fc.tuple(fc.nat(OPENSSL_TOKEN.length - 1), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(bit, async ([at, shift]) => {
        const changed = OPENSSL_TOKEN.with(at, OPENSSL_TOKEN[at]! ^ (1 << shift));
        expect(isHarmless(await openTimestampToken(changed, opensslRoots))).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  test('is rejected when truncated', async () => {
    for (let length = 0; length < OPENSSL_TOKEN.length; length += 97)
      expect(await openTimestampToken(OPENSSL_TOKEN.subarray(0, length), opensslRoots)).toBeNull();
  });
});

describe('an authority', () => {
  test('signs a hash with its time', async () => {
    const authority = await makeTestAuthority();
    const token = fromBase64(await stampHash(authority, DATA, TIME))!;
    expect(await openTimestampToken(token, parseCertificates(authority.root)!)).toEqual({
      imprint: DATA,
      time: new Date(TIME),
      authority: 'Carimbo de teste',
      isTrusted: true,
    });
  });

  test('is not trusted by the name of a trusted one', async () => {
    const [known, forger] = await Promise.all([makeTestAuthority(), makeTestAuthority()]);
    const token = fromBase64(await stampHash(forger, DATA, TIME))!;
    expect(await openTimestampToken(token, parseCertificates(known.root)!)).toMatchObject({
      isTrusted: false,
    });
  });

  test('is not trusted outside the validity of its certificate', async () => {
    const notBefore = new Date('2024-12-29');
    const authority = await makeAuthority('Nova', { notBefore, notAfter: new Date('2030-01-01') });
    const token = fromBase64(await stampHash(authority, DATA, TIME))!;
    expect(await openTimestampToken(token, parseCertificates(authority.root)!)).toMatchObject({
      isTrusted: false,
    });
  });

  test('is not trusted with a certificate for another usage', async () => {
    const { key, root } = await makeTestAuthority();
    // The root's certificate has no usage for time stamps, and is not of this key.
    const token = await stampHash({ key, root, signer: root }, DATA, TIME);
    expect(await openTimestampToken(fromBase64(token)!, parseCertificates(root)!)).toBeNull();
    expect(isForTimestamps(parseCertificates(root)![0]!)).toBe(false);
  });
});

test('returns null for a response without a token', () => {
  expect(parseTimestampReply(Uint8Array.of(0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x02))).toBeNull();
  expect(parseTimestampReply(new TextEncoder().encode('<html>'))).toBeNull();
  expect(parseTimestampReply(formatTimestampRequest(DATA))).toBeNull();
});

test('parses the roots of public authorities', () => {
  expect(parseCertificates(PUBLIC_AUTHORITIES)).toHaveLength(2);
});
