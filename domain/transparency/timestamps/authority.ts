/** A time-stamping authority (RFC 3161) on ECDSA P-256: for the demonstration, and for tests. */
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  id_contentType,
  id_messageDigest,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  TSTInfoVersion,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { fromBER, ObjectIdentifier, OctetString as BerOctetString, Sequence, Set as BerSet } from 'asn1js';
import { parseCertificates, type X509 } from './certificates.ts';
import { ECDSA, ECDSA_WITH_SHA_256, formatPem, makeCertificate, signEcdsa } from './make-certificate.ts';
import { SHA_256 } from './signature-algorithms.ts';

const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
/** `anyPolicy`. */
const POLICY = '2.5.29.32.0';

/** A root, the signer that it certifies, and the signer's private key. */
export interface Authority {
  key: CryptoKey;
  /** PEM of the signer. */
  signer: string;
  /** PEM of the root. */
  root: string;
}

/** Makes keys and certificates. The root's private key is dropped: it never certifies another signer. */
export async function makeAuthority(
  name: string,
  { notBefore, notAfter }: { notBefore: Date; notAfter: Date },
): Promise<Authority> {
  const [top, own] = await Promise.all([makeKeys(), makeKeys()]);
  const issuer = `${name} (raiz)`;
  const validity = { notBefore, notAfter };
  const root = await makeCertificate({
    ...validity,
    subject: issuer,
    issuer,
    serial: 1,
    publicKey: top.publicKey,
    signedBy: top.privateKey,
    isAuthority: true,
  });
  const signer = await makeCertificate({
    ...validity,
    subject: name,
    issuer,
    serial: 2,
    publicKey: own.publicKey,
    signedBy: top.privateKey,
    isAuthority: false,
  });
  return { key: own.privateKey, signer: formatPem(signer), root: formatPem(root) };
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
}

/** @returns the reply; null when the request is malformed or of another hash than SHA-256 */
export async function respondToTimestampRequest(
  body: Uint8Array,
  authority: Authority,
  { time, serial }: { time: Date; serial: Uint8Array },
): Promise<Uint8Array | null> {
  const request = parseRequest(body);
  const [signer] = parseCertificates(authority.signer) ?? [];
  if (!request || !signer) return null;
  const { messageImprint, nonce } = request;
  const info = new TSTInfo({
    version: TSTInfoVersion.v1,
    policy: POLICY,
    messageImprint,
    serialNumber: new Uint8Array(serial).buffer,
    genTime: time,
    ...(nonce && { nonce }),
  });
  const content = await signInfo(AsnConvert.serialize(info), authority.key, signer);
  const reply = new TimeStampResp({
    status: new PKIStatusInfo({ status: PKIStatus.granted }),
    timeStampToken: new ContentInfo({ contentType: id_signedData, content }),
  });
  return new Uint8Array(AsnConvert.serialize(reply));
}

function parseRequest(body: Uint8Array): TimeStampReq | null {
  try {
    const request = AsnConvert.parse(new Uint8Array(body), TimeStampReq);
    const { hashAlgorithm, hashedMessage } = request.messageImprint;
    return hashAlgorithm.algorithm === SHA_256 && hashedMessage.byteLength === 32 ? request : null;
  } catch {
    return null;
  }
}

async function signInfo(stamped: ArrayBuffer, key: CryptoKey, signer: X509): Promise<ArrayBuffer> {
  const { tbsCertificate } = signer.fields;
  const signedAttrs = await signedAttributes(stamped, signer);
  const signedBytes = new BerSet({ value: signedAttrs.map(encodeAttribute) }).toBER();
  const signature = await signEcdsa(key, signedBytes);
  const sha256 = new AlgorithmIdentifier({ algorithm: SHA_256 });
  const info = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: tbsCertificate.issuer,
        serialNumber: tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm: sha256,
    signedAttrs,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA_256 }),
    signature: new OctetString(signature),
  });
  const data = new SignedData({
    version: CMSVersion.v3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_ct_tstInfo,
      eContent: new EncapsulatedContent({ single: new OctetString(stamped) }),
    }),
    certificates: new CertificateSet([new CertificateChoices({ certificate: signer.fields })]),
    signerInfos: new SignerInfos([info]),
  });
  return AsnConvert.serialize(data);
}

/** In the order of DER. */
async function signedAttributes(stamped: ArrayBuffer, signer: X509): Promise<Attribute[]> {
  const [digest, certificate] = await Promise.all(
    [stamped, signer.der].map((bytes) => crypto.subtle.digest('SHA-256', bytes)),
  );
  const sequence = (value: Sequence | BerOctetString) => new Sequence({ value: [value] });
  const reference = sequence(sequence(sequence(new BerOctetString({ valueHex: certificate! }))));
  return [
    new Attribute({
      attrType: id_contentType,
      attrValues: [new ObjectIdentifier({ value: id_ct_tstInfo }).toBER()],
    }),
    new Attribute({
      attrType: id_messageDigest,
      attrValues: [AsnConvert.serialize(new OctetString(digest!))],
    }),
    new Attribute({ attrType: SIGNING_CERTIFICATE_V2, attrValues: [reference.toBER()] }),
  ];
}

function encodeAttribute(attribute: Attribute) {
  return fromBER(AsnConvert.serialize(attribute)).result;
}
