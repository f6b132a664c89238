/** Signature and digest algorithms of X.509 and CMS, verified by the Web Crypto of the platform. */
import { AsnConvert } from '@peculiar/asn1-schema';
import type { AlgorithmIdentifier, SubjectPublicKeyInfo } from '@peculiar/asn1-x509';
import { toHex } from '../../hex.ts';

export const SHA_256 = '2.16.840.1.101.3.4.2.1';

/** SHA-1 is absent on purpose. */
const DIGESTS: Record<string, string> = {
  [SHA_256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
const RSA = '1.2.840.113549.1.1.1';
const RSA_WITH_DIGEST: Record<string, string> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
};
const EC = '1.2.840.10045.2.1';
const ECDSA_WITH_DIGEST: Record<string, string> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
};
/** Name in Web Crypto and length of a coordinate in bytes, by object identifier in hexadecimal DER. */
const CURVES: Record<string, { namedCurve: string; length: number }> = {
  '06082a8648ce3d030107': { namedCurve: 'P-256', length: 32 },
  '06052b81040022': { namedCurve: 'P-384', length: 48 },
  '06052b81040023': { namedCurve: 'P-521', length: 66 },
};

/** @returns null for an algorithm that is not accepted */
export async function digestOf(oid: string, bytes: BufferSource): Promise<Uint8Array | null> {
  const name = DIGESTS[oid];
  return name === undefined ? null : new Uint8Array(await crypto.subtle.digest(name, bytes));
}

interface Signed {
  algorithm: AlgorithmIdentifier;
  /** Object identifier of the digest, for signatures whose algorithm does not name it. */
  digest?: string;
  key: SubjectPublicKeyInfo;
  signature: BufferSource;
  data: BufferSource;
}

/** @returns false too when the algorithm is not accepted or the key malformed */
export async function verifySignature({ algorithm, digest, key, signature, data }: Signed): Promise<boolean> {
  const spki = AsnConvert.serialize(key);
  try {
    if (key.algorithm.algorithm === RSA) {
      const hash = algorithm.algorithm === RSA ? DIGESTS[digest ?? ''] : RSA_WITH_DIGEST[algorithm.algorithm];
      if (hash === undefined) return false;
      const imported = await crypto.subtle.importKey(
        'spki',
        spki,
        { name: 'RSASSA-PKCS1-v1_5', hash },
        false,
        ['verify'],
      );
      return await crypto.subtle.verify(imported.algorithm.name, imported, signature, data);
    }
    const hash = ECDSA_WITH_DIGEST[algorithm.algorithm];
    const curve = CURVES[hexOf(key.algorithm.parameters)];
    if (key.algorithm.algorithm !== EC || hash === undefined || !curve) return false;
    const { namedCurve, length } = curve;
    const imported = await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve }, false, [
      'verify',
    ]);
    const plain = plainSignature(bytesOf(signature), length);
    return plain !== null && (await crypto.subtle.verify({ name: 'ECDSA', hash }, imported, plain, data));
  } catch {
    return false;
  }
}

/** From the DER sequence of two integers to two coordinates of fixed length. */
function plainSignature(der: Uint8Array, length: number): Uint8Array<ArrayBuffer> | null {
  const plain = new Uint8Array(2 * length);
  // P-521 has a length of two bytes.
  let at = der[1] === 0x81 ? 3 : 2;
  for (const end of [length, 2 * length]) {
    if (der[at] !== 0x02) return null;
    const size = der[at + 1]!;
    const digits = der.subarray(at + 2, at + 2 + size);
    const significant = digits[0] === 0 ? digits.subarray(1) : digits;
    if (digits.length !== size || significant.length > length) return null;
    plain.set(significant, end - significant.length);
    at += 2 + size;
  }
  return at === der.length ? plain : null;
}

function bytesOf(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

function hexOf(bytes: ArrayBuffer | null | undefined): string {
  return toHex(new Uint8Array(bytes ?? new ArrayBuffer()));
}
