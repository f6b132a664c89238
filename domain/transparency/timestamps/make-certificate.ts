/** Makes certificates on ECDSA P-256 for the authority of the demonstration and of tests. */
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_kp_timeStamping,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { Integer, Sequence } from 'asn1js';
import { toBase64 } from '../base64.ts';

export const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
export const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';

interface CertificateContent {
  subject: string;
  issuer: string;
  serial: number;
  notBefore: Date;
  notAfter: Date;
  publicKey: CryptoKey;
  /** Private key of the issuer. */
  signedBy: CryptoKey;
  /** A root that certifies; else a signer of time stamps. */
  isAuthority: boolean;
}

/** @returns DER */
export async function makeCertificate(content: CertificateContent): Promise<Uint8Array> {
  const { subject, issuer, serial, notBefore, notAfter, publicKey, signedBy, isAuthority } = content;
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA_256 });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: Uint8Array.of(serial).buffer,
    signature: algorithm,
    issuer: nameOf(issuer),
    validity: new Validity({ notBefore, notAfter }),
    subject: nameOf(subject),
    subjectPublicKeyInfo: AsnConvert.parse(
      await crypto.subtle.exportKey('spki', publicKey),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions([
      critical(id_ce_basicConstraints, new BasicConstraints({ cA: isAuthority })),
      critical(
        id_ce_keyUsage,
        new KeyUsage(isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature),
      ),
      ...(isAuthority ? [] : [critical(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_timeStamping]))]),
    ]),
  });
  const signatureValue = await signEcdsa(signedBy, AsnConvert.serialize(tbsCertificate));
  const certificate = new Certificate({ tbsCertificate, signatureAlgorithm: algorithm, signatureValue });
  return new Uint8Array(AsnConvert.serialize(certificate));
}

export function formatPem(der: Uint8Array): string {
  const lines = toBase64(der).replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** @returns the signature as X.509 and CMS hold it: a DER sequence of two integers */
export async function signEcdsa(key: CryptoKey, data: ArrayBuffer): Promise<ArrayBuffer> {
  const plain = new Uint8Array(await crypto.subtle.sign(ECDSA, key, data));
  const half = plain.length / 2;
  const value = [plain.subarray(0, half), plain.subarray(half)].map((digits) => {
    const first = digits.findIndex((digit) => digit !== 0);
    const significant = digits.subarray(first < 0 ? half - 1 : first);
    return new Integer({
      valueHex: significant[0]! >= 0x80 ? Uint8Array.of(0, ...significant) : new Uint8Array(significant),
    });
  });
  return new Sequence({ value }).toBER();
}

function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

function critical(extnID: string, value: object): Extension {
  return new Extension({ extnID, critical: true, extnValue: new OctetString(AsnConvert.serialize(value)) });
}
