/** One request to a push service. The browser chose the endpoint, so it must not reach private networks (SSRF). */
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { isPublicIpAddress } from '../../platform/http/outgoing/public-ip-address.ts';

const TIMEOUT_MS = 10_000;

export interface PushRequest {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Ignores the response body; follows no redirects. @returns the response status */
export type PostPush = (request: PushRequest) => Promise<number>;

/** The endpoint is not a public https address. */
export class ForbiddenEndpoint extends Error {}

/** Requires https and a public IP address, checked at connect time against DNS rebinding. */
export const postPush: PostPush = (request) => post(request, isPublicIpAddress, ['https:']);

/** @param allows whether an IP address may be connected to */
export function post(
  { endpoint, headers, body }: PushRequest,
  allows: (ipAddress: string) => boolean,
  protocols: readonly string[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(endpoint);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!protocols.includes(url.protocol) || (isIP(host) !== 0 && !allows(host)))
      return reject(new ForbiddenEndpoint(url.host));
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = request(
      url,
      { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS), lookup: guarded(allows) },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function guarded(allows: (ipAddress: string) => boolean): NonNullable<RequestOptions['lookup']> {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const open = error ? [] : addresses.filter(({ address }) => allows(address));
      const [first] = open;
      if (!first) callback(error ?? new ForbiddenEndpoint(host), '', 0);
      else if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}
