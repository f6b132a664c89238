/** Requests to a time-stamping authority and its responses, as RFC 3161 sends them over HTTP. */
import { OctetString, AsnConvert } from '@peculiar/asn1-schema';
import {
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { SHA_256 } from './signature-algorithms.ts';

export const QUERY_TYPE = 'application/timestamp-query';
export const REPLY_TYPE = 'application/timestamp-reply';

/** @param hash SHA-256 */
export function formatTimestampRequest(hash: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256, parameters: null }),
      hashedMessage: new OctetString(new Uint8Array(hash)),
    }),
    certReq: true,
  });
  return new Uint8Array(AsnConvert.serialize(request));
}

/** @returns the token of a response, unverified; null when it has none */
export function parseTimestampReply(bytes: Uint8Array): Uint8Array | null {
  try {
    const { status, timeStampToken } = AsnConvert.parse(new Uint8Array(bytes), TimeStampResp);
    const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
    return isGranted && timeStampToken ? new Uint8Array(AsnConvert.serialize(timeStampToken)) : null;
  } catch {
    return null;
  }
}
