/** One request to a push service. Where it goes a browser has named: it must not reach anything behind our own walls. */
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/http/public-address.ts';

const TIMEOUT_MS = 10_000;

export interface PushRequest {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** @returns the status of the answer, to whose body nobody listens; redirects are not followed. */
export type PostPush = (request: PushRequest) => Promise<number>;

/** The endpoint leads somewhere that no push service is. */
export class ForbiddenEndpoint extends Error {}

/** Over https to public addresses, asked at the moment of connecting: what a name stood for earlier counts nothing. */
export const postPush: PostPush = (request) => post(request, isPublicAddress, ['https:']);

/** @param allows tells of an IP address whether a connection may be made to it */
export function post(
  { endpoint, headers, body }: PushRequest,
  allows: (address: string) => boolean,
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
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function guarded(allows: (address: string) => boolean): NonNullable<RequestOptions['lookup']> {
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
