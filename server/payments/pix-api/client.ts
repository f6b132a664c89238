/**
 * HTTPS client for the API Pix: mutual TLS with the shop's certificate, and an access token by client credentials.
 * Every write is idempotent by its path, so that a retry sends the same request. Secrets and personal data are never
 * logged.
 */
import { Agent, request as httpsRequest } from 'node:https';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PixApiConfig } from '../../platform/config/pix-api-config.ts';
import type { ProviderResult } from '../providers/payment-provider.ts';
import {
  type CallOutcome,
  type ResponseRules,
  failure,
  isFault,
  parseJson,
  type ProviderResponse,
  readResult,
  retryAfter,
  writeResult,
} from '../provider-client/response.ts';
import { createBreaker } from '../provider-client/breaker.ts';

export interface PixApiClientOptions extends PixApiConfig {
  clock: Clock;
  log: Log;
  /** Timeout of one try in milliseconds, response body included. */
  timeoutMs?: number;
}

export interface PixApiClient {
  isAvailable(): boolean;
  read(path: string): Promise<ProviderResult<unknown>>;
  write(method: 'PUT' | 'PATCH', path: string, body: object): Promise<ProviderResult<unknown>>;
}

const TRIES = 2;
/** Seconds before its end at which a token is renewed. */
const TOKEN_MARGIN_SECONDS = 30;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

const tokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().default(300),
});
const problem = z.object({
  title: z.string().default(''),
  detail: z.string().default(''),
  type: z.string().default(''),
});

export function createPixApiClient(options: PixApiClientOptions): PixApiClient {
  const { clock, log } = options;
  const breaker = createBreaker(clock);
  const agent = new Agent({
    cert: options.certificate,
    key: options.key,
    ...(options.authority && { ca: options.authority }),
    keepAlive: true,
    minVersion: 'TLSv1.2',
  });
  let token: { value: string; until: number } | null = null;

  async function accessToken(): Promise<ProviderResult<string>> {
    if (token && token.until > clock.now().getTime()) return { ok: true, value: token.value };
    const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
    const outcome = await send(options.tokenUrl, 'POST', 'grant_type=client_credentials', {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    if (isFault(outcome, RULES))
      return failure({ kind: 'unavailable', retryAfterSeconds: retryAfter(outcome) });
    const parsed = tokenResponse.safeParse((outcome as { body: unknown }).body);
    if (!parsed.success) return failure({ kind: 'auth' });
    const seconds = Math.max(1, parsed.data.expires_in - TOKEN_MARGIN_SECONDS);
    token = { value: parsed.data.access_token, until: clock.now().getTime() + seconds * 1000 };
    return { ok: true, value: token.value };
  }

  /** Resolves with a fault instead of rejecting. */
  function send(
    url: string,
    method: string,
    body: string | null,
    headers: Record<string, string>,
  ): Promise<CallOutcome> {
    return new Promise((resolve) => {
      const sent = httpsRequest(url, {
        method,
        agent,
        headers: {
          accept: 'application/json',
          ...headers,
          ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
        },
        signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
      });
      const fail = (error: Error) => resolve({ fault: error.name });
      sent.on('error', fail);
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_RESPONSE_BYTES) response.destroy(new Error('response too long'));
          else chunks.push(chunk);
        });
        response.on('error', fail);
        response.on('end', () => {
          const wait = Number(response.headers['retry-after']);
          resolve({
            status: response.statusCode ?? 0,
            retryAfterSeconds: wait > 0 ? wait : null,
            body: parseJson(Buffer.concat(chunks).toString('utf8')),
          });
        });
      });
      sent.end(body ?? undefined);
    });
  }

  async function call(method: string, path: string, body: object | null): Promise<ProviderResult<unknown>> {
    if (breaker.isOpen()) return failure({ kind: 'unavailable', retryAfterSeconds: null });
    for (let tryNo = 1; ; tryNo++) {
      const authorised = await accessToken();
      if (!authorised.ok) {
        breaker.record(authorised.error.kind === 'auth');
        return authorised;
      }
      const outcome = await send(options.apiUrl + path, method, body && JSON.stringify(body), {
        authorization: `Bearer ${authorised.value}`,
        ...(body && { 'content-type': 'application/json' }),
      });
      breaker.record(!isFault(outcome, RULES));
      const isExpired = !isFault(outcome, RULES) && (outcome as { status: number }).status === 401;
      if (isExpired) token = null;
      if ((isFault(outcome, RULES) || isExpired) && tryNo < TRIES && !breaker.isOpen()) continue;
      const result = body === null ? readResult(outcome, RULES) : writeResult(outcome, RULES);
      if (!result.ok)
        log.warn(
          { method, path: path.replace(/\?.*/, ''), failure: result.error.kind },
          'provider call failed',
        );
      return result;
    }
  }

  return {
    isAvailable: () => !breaker.isOpen(),
    read: (path) => call('GET', path, null),
    write: (method, path, body) => call(method, path, body),
  };
}

function settle(response: ProviderResponse): ProviderResult<unknown> {
  if (response.status < 300) return { ok: true, value: response.body };
  if (response.status === 401 || response.status === 403) return failure({ kind: 'auth' });
  if (response.status === 404 || response.status === 410) return failure({ kind: 'not_found' });
  const parsed = problem.safeParse(response.body);
  const { title, detail, type } = parsed.success ? parsed.data : { title: '', detail: '', type: '' };
  const code = type.split('/').at(-1) || title || `http_${response.status}`;
  if (response.status === 409) return failure({ kind: 'conflict', code });
  return failure({ kind: 'invalid_request', code, message: detail || title });
}

const RULES: ResponseRules = { retryableStatuses: [429], settle };
