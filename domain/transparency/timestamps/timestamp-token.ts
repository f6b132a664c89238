/**
 * Time-stamp tokens (RFC 3161): an authority's signature over a hash and the time of its clock. Verified with the
 * platform's cryptography, from the token and trusted root certificates alone.
 */
import {
  type Attribute,
  ContentInfo,
  id_contentType,
  id_messageDigest,
  id_signedData,
  SignedData,
  type SignerInfo,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp';
import { Constructed, fromBER, ObjectIdentifier, OctetString as BerOctetString, Sequence } from 'asn1js';
import { equalBytes } from '../log/merkle-tree.ts';
import {
  findTrustedRoot,
  isForTimestamps,
  parseCertificate,
  subjectName,
  type X509,
} from './certificates.ts';
import { digestOf, SHA_256, verifySignature } from './signature-algorithms.ts';

export interface TimestampToken {
  /** Hash that was stamped. */
  imprint: Uint8Array;
  /** Latest time that the token allows: the authority's clock and its stated accuracy. */
  time: Date;
  /** Name in the signer's certificate; proves nothing unless the certificate is trusted. */
  authority: string;
  /** Whether a chain of certificates leads from the signer to a trusted root. */
  isTrusted: boolean;
}

const MAX_BYTES = 65_536;
const MAX_CERTIFICATES = 12;
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const CONTEXT_SPECIFIC = 3;
/** Tag of a DER set, in place of the implicit tag under which signed attributes are sent. */
const SET_TAG = 0x31;

/**
 * Verifies signature, signer and chain. The caller compares imprint and time.
 * @returns null when the bytes are no token, or its signature is wrong
 */
export async function openTimestampToken(
  bytes: Uint8Array,
  roots: readonly X509[],
): Promise<TimestampToken | null> {
  if (bytes.length > MAX_BYTES) return null;
  try {
    return await open(new Uint8Array(bytes), roots);
  } catch {
    // Malformed: the parsers throw errors of many types.
    return null;
  }
}

async function open(bytes: Uint8Array<ArrayBuffer>, roots: readonly X509[]): Promise<TimestampToken | null> {
  const { contentType, content } = AsnConvert.parse(bytes, ContentInfo);
  if (contentType !== id_signedData) return null;
  const { encapContentInfo, signerInfos } = AsnConvert.parse(content, SignedData);
  const stamped = encapContentInfo.eContent?.single?.buffer;
  const [signer, ...others] = signerInfos;
  if (encapContentInfo.eContentType !== id_ct_tstInfo || !stamped || !signer || others.length > 0)
    return null;
  const { certificates, data } = readSigned(bytes);
  const certificate = await verifySigner(signer, { stamped, data, certificates });
  if (!certificate) return null;
  const { messageImprint, genTime, accuracy } = AsnConvert.parse(stamped, TSTInfo);
  if (messageImprint.hashAlgorithm.algorithm !== SHA_256) return null;
  const { seconds = 0, millis = 0 } = accuracy ?? {};
  const time = new Date(genTime.getTime() + seconds * 1_000 + millis);
  if (Number.isNaN(time.getTime())) return null;
  const root = isForTimestamps(certificate)
    ? await findTrustedRoot(certificate, { others: certificates, roots, at: genTime })
    : null;
  return {
    imprint: new Uint8Array(messageImprint.hashedMessage.buffer),
    time,
    authority: subjectName(certificate),
    isTrusted: root !== null,
  };
}

/** @returns the certificate of the signer; null when the signature does not hold */
async function verifySigner(
  signer: SignerInfo,
  {
    stamped,
    data,
    certificates,
  }: { stamped: ArrayBuffer; data: Uint8Array<ArrayBuffer>; certificates: readonly X509[] },
): Promise<X509 | null> {
  const { signedAttrs = [], digestAlgorithm, signatureAlgorithm, signature } = signer;
  const type = valueOf(signedAttrs, id_contentType);
  const digest = valueOf(signedAttrs, id_messageDigest);
  if (!type || !digest) return null;
  const { result } = fromBER(type);
  if (!(result instanceof ObjectIdentifier) || result.getValue() !== id_ct_tstInfo) return null;
  const expected = await digestOf(digestAlgorithm.algorithm, stamped);
  const stated = new Uint8Array(AsnConvert.parse(digest, OctetString).buffer);
  if (!expected || !equalBytes(stated, expected)) return null;
  const certificate = await findSigner(signedAttrs, certificates);
  if (!certificate) return null;
  const isSigned = await verifySignature({
    algorithm: signatureAlgorithm,
    digest: digestAlgorithm.algorithm,
    key: certificate.fields.tbsCertificate.subjectPublicKeyInfo,
    signature: signature.buffer,
    data,
  });
  return isSigned ? certificate : null;
}

/** The certificate whose hash is among what the authority signed (RFC 5816). */
async function findSigner(
  attributes: readonly Attribute[],
  certificates: readonly X509[],
): Promise<X509 | null> {
  const second = valueOf(attributes, SIGNING_CERTIFICATE_V2);
  const value = second ?? valueOf(attributes, SIGNING_CERTIFICATE);
  const [first] = value ? childrenOf(childrenOf(fromBER(value).result)[0]) : [];
  const [start, next] = childrenOf(first);
  const hash = start instanceof Sequence ? next : start;
  const [algorithm] = childrenOf(start);
  if (!(hash instanceof BerOctetString)) return null;
  const stated = algorithm instanceof ObjectIdentifier ? algorithm.getValue() : SHA_256;
  for (const certificate of certificates) {
    const digest = second
      ? await digestOf(stated, certificate.der)
      : // The first version of the attribute has SHA-1. It selects a certificate; the signature decides.
        new Uint8Array(await crypto.subtle.digest('SHA-1', certificate.der));
    if (digest && equalBytes(digest, hash.valueBlock.valueHexView)) return certificate;
  }
  return null;
}

/** Parts of the token of which the bytes count: certificates, and what the signer signed. */
function readSigned(bytes: Uint8Array<ArrayBuffer>) {
  const [, wrapped] = childrenOf(fromBER(bytes).result);
  const parts = childrenOf(childrenOf(wrapped)[0]);
  const certificates = childrenOf(parts.find(isImplicit))
    .slice(0, MAX_CERTIFICATES)
    .map(({ valueBeforeDecodeView }) => parseCertificate(valueBeforeDecodeView))
    .filter((certificate) => certificate !== null);
  const [signer] = childrenOf(parts.at(-1));
  // The signer's key identifier has the same tag, but is primitive.
  const attributes = childrenOf(signer).find((part) => part instanceof Constructed && isImplicit(part));
  const data = new Uint8Array(attributes?.valueBeforeDecodeView ?? []);
  if (data.length > 0) data[0] = SET_TAG;
  return { certificates, data };
}

/** Under the tag [0]. */
function isImplicit({ idBlock }: { idBlock: { tagClass: number; tagNumber: number } }): boolean {
  return idBlock.tagClass === CONTEXT_SPECIFIC && idBlock.tagNumber === 0;
}

function childrenOf(block: unknown): Constructed['valueBlock']['value'] {
  return block instanceof Constructed ? block.valueBlock.value : [];
}

function valueOf(attributes: readonly Attribute[], type: string): ArrayBuffer | undefined {
  const [found, ...others] = attributes.filter(({ attrType }) => attrType === type);
  return found && others.length === 0 && found.attrValues.length === 1 ? found.attrValues[0] : undefined;
}
