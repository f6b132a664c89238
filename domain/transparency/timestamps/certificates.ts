/** X.509 certificates and their chain to a trusted root, at a given time. Revocation is not checked: it needs a network. */
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_kp_timeStamping,
  KeyUsage,
  KeyUsageFlags,
  type Name,
} from '@peculiar/asn1-x509';
import { fromBase64 } from '../base64.ts';
import { equalBytes } from '../log/merkle-tree.ts';
import { verifySignature } from './signature-algorithms.ts';

/** A certificate and the bytes that it was read from. */
export interface X509 {
  der: Uint8Array<ArrayBuffer>;
  fields: Certificate;
}

const MAX_CHAIN = 6;
const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
/** Critical extensions that this code evaluates. */
const EVALUATED: ReadonlySet<string> = new Set([id_ce_basicConstraints, id_ce_extKeyUsage, id_ce_keyUsage]);

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----/g;

/** @returns certificates of a PEM file; null when it has none, or one of them is malformed */
export function parseCertificates(pem: string): X509[] | null {
  const found: X509[] = [];
  for (const [, body] of pem.matchAll(PEM)) {
    const der = fromBase64(body!.replaceAll(/\s/g, ''));
    const certificate = der && parseCertificate(der);
    if (!certificate) return null;
    found.push(certificate);
  }
  return found.length > 0 ? found : null;
}

export function parseCertificate(bytes: Uint8Array): X509 | null {
  const der = new Uint8Array(bytes);
  try {
    return { der, fields: AsnConvert.parse(der, Certificate) };
  } catch {
    return null;
  }
}

/** Common name, else organisation, of the subject. */
export function subjectName({ fields }: X509): string {
  const parts = [...fields.tbsCertificate.subject].flatMap((part) => [...part]);
  const named = [COMMON_NAME, ORGANIZATION].map((oid) => parts.find(({ type }) => type === oid));
  return named.find((part) => part !== undefined)?.value.toString() ?? '';
}

/** Whether the certificate may sign time stamps and nothing else (RFC 3161, section 2.3). */
export function isForTimestamps(certificate: X509): boolean {
  const extension = findExtension(certificate, id_ce_extKeyUsage);
  if (!extension?.critical) return false;
  const usages = AsnConvert.parse(extension.extnValue, ExtendedKeyUsage);
  return usages.length === 1 && usages[0] === id_kp_timeStamping;
}

/**
 * Finds a chain whose signatures, validity and constraints hold.
 * @param others intermediate certificates, in any order
 * @param depth certificates below this one
 * @returns the root that it ends in; null without one
 */
export async function findTrustedRoot(
  certificate: X509,
  { others, roots, at }: { others: readonly X509[]; roots: readonly X509[]; at: Date },
  depth = 0,
): Promise<X509 | null> {
  if (depth > MAX_CHAIN || !isValidAt(certificate, at) || !isEvaluable(certificate)) return null;
  for (const root of roots)
    if (isValidAt(root, at) && (await isIssuedBy(certificate, root, depth))) return root;
  for (const issuer of others) {
    if (issuer === certificate || !(await isIssuedBy(certificate, issuer, depth))) continue;
    const root = await findTrustedRoot(issuer, { others, roots, at }, depth + 1);
    if (root) return root;
  }
  return null;
}

async function isIssuedBy({ fields }: X509, issuer: X509, depth: number): Promise<boolean> {
  const { tbsCertificate, tbsCertificateRaw, signatureAlgorithm, signatureValue } = fields;
  const { subject, subjectPublicKeyInfo } = issuer.fields.tbsCertificate;
  return (
    tbsCertificateRaw !== undefined &&
    isSameName(tbsCertificate.issuer, subject) &&
    tbsCertificate.signature.algorithm === signatureAlgorithm.algorithm &&
    isAuthority(issuer, depth) &&
    (await verifySignature({
      algorithm: signatureAlgorithm,
      key: subjectPublicKeyInfo,
      signature: signatureValue,
      data: tbsCertificateRaw,
    }))
  );
}

/** @param below intermediate certificates between this one and the signer's */
function isAuthority(certificate: X509, below: number): boolean {
  const constraints = findExtension(certificate, id_ce_basicConstraints);
  const usage = findExtension(certificate, id_ce_keyUsage);
  if (!constraints) return false;
  const { cA, pathLenConstraint = below } = AsnConvert.parse(constraints.extnValue, BasicConstraints);
  if (!cA || pathLenConstraint < below) return false;
  return !usage || (AsnConvert.parse(usage.extnValue, KeyUsage).toNumber() & KeyUsageFlags.keyCertSign) !== 0;
}

function isEvaluable({ fields }: X509): boolean {
  const { extensions = [] } = fields.tbsCertificate;
  return [...extensions].every(({ critical, extnID }) => !critical || EVALUATED.has(extnID));
}

function isValidAt({ fields }: X509, at: Date): boolean {
  const { notBefore, notAfter } = fields.tbsCertificate.validity;
  return notBefore.getTime() <= at && at <= notAfter.getTime();
}

function isSameName(one: Name, other: Name): boolean {
  return equalBytes(new Uint8Array(AsnConvert.serialize(one)), new Uint8Array(AsnConvert.serialize(other)));
}

function findExtension({ fields }: X509, oid: string) {
  return [...(fields.tbsCertificate.extensions ?? [])].find(({ extnID }) => extnID === oid);
}
