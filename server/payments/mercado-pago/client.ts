/**
 * HTTP client for MercadoPago. The timeout covers the whole response, every retry sends the same key and bytes, and
 * failures are classified by whether the write may have happened. The token and personal data are never logged.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Random } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ProviderResult } from '../providers/payment-provider.ts';
import {
  type CallOutcome,
  type ResponseRules,
  failure,
  isFault,
  mapResult,
  parseJson,
  type ProviderResponse,
  readResult,
  retryAfter,
  writeResult,
} from '../provider-client/response.ts';
import { createBreaker } from '../provider-client/breaker.ts';
import { sendRequest } from '../provider-client/send-request.ts';
import { errorBody } from './wire.ts';

export interface ClientOptions {
  baseUrl: string;
  accessToken: string;
  clock: Clock;
  random: Random;
  log: Log;
  /** Timeout of one try in milliseconds, response body included. */
  timeoutMs?: number;
}

export interface MercadoPagoClient {
  isAvailable(): boolean;
  read(path: string): Promise<ProviderResult<unknown>>;
  /** For files: the response is not parsed. */
  readText(path: string): Promise<ProviderResult<string>>;
  write(
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    key: string | null,
  ): Promise<ProviderResult<unknown>>;
}

const READ_TRIES = 3;
const WRITE_TRIES = 2;
const MAX_PAUSE_MS = 2_000;

export function createMercadoPagoClient(options: ClientOptions): MercadoPagoClient {
  const { clock, log, random } = options;
  const breaker = createBreaker(clock);

  async function once(
    method: string,
    path: string,
    body: string | null,
    key: string | null,
    parse: (text: string) => unknown,
  ): Promise<CallOutcome> {
    try {
      const { status, headers, text } = await sendRequest({
        url: options.baseUrl + path,
        method,
        body,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${options.accessToken}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { 'x-idempotency-key': key }),
        },
        timeoutMs: options.timeoutMs ?? 10_000,
      });
      const retryAfter = Number(headers['retry-after']);
      return {
        status,
        retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
        body: parse(text),
      };
    } catch (error) {
      return { fault: (error as Error).name };
    }
  }

  async function call(
    method: string,
    path: string,
    body: object | null,
    key: string | null,
    parse: (text: string) => unknown = parseJson,
  ) {
    if (breaker.isOpen()) return failure({ kind: 'unavailable', retryAfterSeconds: null });
    const bytes = body === null ? null : JSON.stringify(body);
    const tries = bytes === null ? READ_TRIES : WRITE_TRIES;
    for (let tryNo = 1; ; tryNo++) {
      const outcome = await once(method, path, bytes, key, parse);
      const working = !isFault(outcome, RULES);
      breaker.record(working);
      if (working || tryNo >= tries || breaker.isOpen()) {
        const result = bytes === null ? readResult(outcome, RULES) : writeResult(outcome, RULES);
        if (!result.ok)
          log.warn({ method, path: pathForLog(path), failure: result.error.kind }, 'provider call failed');
        return result;
      }
      const retryAfterSeconds = retryAfter(outcome);
      const jitter = (random.bytes(1)[0]! / 255) * 200 * 2 ** tryNo;
      await sleep(Math.min(retryAfterSeconds === null ? jitter : retryAfterSeconds * 1000, MAX_PAUSE_MS));
    }
  }

  return {
    isAvailable: () => !breaker.isOpen(),
    read: (path) => call('GET', path, null, null),
    readText: async (path) =>
      mapResult(await call('GET', path, null, null, (text) => text), (text) => text as string),
    write: (method, path, body, key) => call(method, path, body, key),
  };
}

function settle(response: ProviderResponse): ProviderResult<unknown> {
  if (response.status < 300) return { ok: true, value: response.body };
  const { code, message } = errorBody(response.body);
  if (response.status === 401 || response.status === 403) return failure({ kind: 'auth' });
  if (response.status === 404) return failure({ kind: 'not_found' });
  if (response.status === 409) return failure({ kind: 'conflict', code });
  return failure({ kind: 'invalid_request', code, message });
}

/** 423 and 424: a locked key. */
const RULES: ResponseRules = { retryableStatuses: [423, 424, 429], settle };

const pathForLog = (path: string) => path.replace(/\?.*/, '');
