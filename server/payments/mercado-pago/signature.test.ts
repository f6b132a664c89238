import { describe, expect, test } from 'vitest';
import { sign, verifySignature } from './signature.ts';

const secret = 'segredo-de-teste-0001';
const requestId = '11111111-2222-4333-8444-555555555555';
const signed = (ts: string, v1: string) => `ts=${ts},v1=${v1}`;

describe('the signature of a webhook', () => {
  test.each([
    [
      'seconds',
      '1000000001',
      requestId,
      '1767225600',
      'a6759c991f30612ff29fdecc035c21d3b8455a43e2d98079151a9633a580b209',
    ],
    [
      'milliseconds',
      '1000000001',
      requestId,
      '1767225600000',
      '864d796a44682e5b62ae90ddaf0cc6ef006f4603dae67c396a1dce7df3b0a9e0',
    ],
    [
      'no data.id',
      null,
      requestId,
      '1767225600',
      'db52203f34754e1ede89ad3a1a581372859df8c094472232f1b2c3072eaf24f2',
    ],
    [
      'no request id',
      '1000000001',
      null,
      '1767225600',
      '21c10a769c5eb0e87d66b0669f15a3bbd13943155de3618a83bcb76c613597a2',
    ],
    [
      'id as received',
      'ORD01TESTE',
      requestId,
      '1767225600',
      '5b22dcd8f296522359500aff11fc62054c9e776ddd3c64dd425ce8ff8a07b8a6',
    ],
    [
      'id lower-cased',
      'ORD01TESTE',
      requestId,
      '1767225600',
      'f33bb0865882506c0cf98f50ce5fc2807118cbbb157d4425660236feec30e665',
    ],
  ])('accepts: %s', (_name, dataId, request, ts, v1) => {
    expect(verifySignature({ signature: signed(ts, v1), requestId: request, dataId }, [secret])).toBe(
      'valid',
    );
  });

  test('accepts a signature by any configured secret', () => {
    const ts = '1767225600';
    const v1 = sign({ ts, id: '7', requestId }, 'the old secret');
    const delivery = { signature: signed(ts, v1), requestId, dataId: '7' };
    expect(verifySignature(delivery, [secret, 'the old secret'])).toBe('valid');
    expect(verifySignature(delivery, [secret])).toBe('mismatch');
  });

  test('rejects a signature for another resource', () => {
    const ts = '1767225600';
    const v1 = sign({ ts, id: '7', requestId }, secret);
    expect(verifySignature({ signature: signed(ts, v1), requestId, dataId: '8' }, [secret])).toBe('mismatch');
  });

  test.each([
    [null, 'missing'],
    ['  ', 'missing'],
    ['lixo', 'malformed'],
    ['ts=abc,v1=00', 'malformed'],
    [`ts=1767225600,v1=${'é'.repeat(64)}`, 'malformed'],
    [`ts=1767225600,v1=${'a'.repeat(63)}`, 'malformed'],
    ['=,=,=,', 'malformed'],
  ] as const)('reports %j as %s without throwing', (signature, verdict) => {
    expect(verifySignature({ signature, requestId, dataId: '1' }, [secret])).toBe(verdict);
  });
});
