/** Reads of the API that are the same for every visitor: anonymous requests for them are answered from a cache. */
import type { IncomingMessage } from 'node:http';
import type { AnyContractProcedure } from '@orpc/contract';
import { contract } from '@mare/contract/contract.ts';
import { CachedResponse } from '../platform/http/cache/cached-response.ts';
import { createResponseCache, type ResponseCache } from '../platform/http/cache/response-cache.ts';
import type { Platform } from '../platform/platform.ts';

/** Their responses depend on neither the caller nor cookies nor the IP address. */
export const CACHED_READS = {
  'rifas.list': contract.rifas.list,
  'rifas.find': contract.rifas.find,
  'rifas.legal': contract.rifas.legal,
  'rifas.leaders': contract.rifas.leaders,
  'rifas.numberMap': contract.rifas.numberMap,
  'rifas.tiers': contract.rifas.tiers,
  'rifas.socialProof': contract.rifas.socialProof,
  'draws.winners': contract.draws.winners,
  'draws.audit': contract.draws.audit,
  'ranking.lists': contract.ranking.lists,
  'ranking.periods': contract.ranking.periods,
  'site.read': contract.site.read,
  'transparency.rifaEntries': contract.transparency.rifaEntries,
} satisfies Record<string, AnyContractProcedure>;

/** Their responses do not depend on the caller either; the IP address is only used for rate limits. */
const FREE_NUMBERS = [
  contract.rifas.drawNumbers,
  contract.rifas.takenNumbers,
  contract.rifas.searchNumbers,
] satisfies AnyContractProcedure[];

const PATHS = pathsOf(Object.values(CACHED_READS));
const SAME_FOR_ALL = {
  GET: pathsOf([...Object.values(CACHED_READS), ...FREE_NUMBERS].filter(isGet)),
  POST: pathsOf(FREE_NUMBERS.filter((procedure) => !isGet(procedure))),
};

function isGet(procedure: AnyContractProcedure): boolean {
  return procedure['~orpc'].route.method === 'GET';
}

function pathsOf(procedures: readonly AnyContractProcedure[]): RegExp {
  const paths = procedures.map((procedure) =>
    procedure['~orpc'].route.path!.replaceAll(/\{\w+\}/g, '[^/?]+'),
  );
  return new RegExp(`^/api(?:${paths.join('|')})(?:\\?|$)`);
}

/** Longest cached path; bounds the cache keys. No page requests a longer one. */
const MAX_PATH_LENGTH = 200;
const CACHED_STATUSES = new Set([200, 404]);

/** Signed-in callers bypass the cache, so that they read their own writes. */
export function isCachedRead({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return url.length <= MAX_PATH_LENGTH && headers.authorization === undefined && PATHS.test(url);
}

/** Whether the response is the same for every caller, so that the request skips authentication. */
export function isSameForAll({ method, path }: { method: string; path: string }): boolean {
  return (method === 'GET' || method === 'POST') && SAME_FOR_ALL[method].test(path);
}

/** @param read returns the response of a path for an anonymous caller */
export function createReadCache(
  { clock, config, log }: Platform,
  read: (path: string) => Promise<Response>,
): ResponseCache {
  return createResponseCache({
    clock,
    render: async (path) => {
      const response = await read(path);
      if (!CACHED_STATUSES.has(response.status)) return response;
      const body = Buffer.from(await response.arrayBuffer());
      return new CachedResponse(response.status, response.headers, body, config.publicUrl);
    },
    onFault: (error) => log.error({ err: error }, 'revalidation of a public read failed'),
  });
}
