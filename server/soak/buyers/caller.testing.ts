/** A client that retries until it gets a response. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createTraffic } from '../traffic.testing.ts';

const TIMEOUT_MS = 300_000;
const ATTEMPT_TIMEOUT_MS = 30_000;
const RETRY_AFTER_MS = 150;

export interface ApiResponse {
  status: number;
  /** Parsed JSON; null for other content. */
  body: Record<string, unknown> | null;
  location: string | null;
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT';
  json?: object;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface BuyerCredentials {
  email: string;
  password: string;
}

export interface Caller {
  /** @throws after five minutes without a response */
  call(url: string, call?: Call): Promise<ApiResponse>;
}

/**
 * @param credentials used to sign in again when the session has expired
 * @param traffic counts each attempt
 */
export function createCaller(
  origin: string,
  credentials: BuyerCredentials | null,
  traffic = createTraffic(),
): Caller {
  let token: string | null = null;

  async function signIn(): Promise<void> {
    const { body, status } = await callUntilAnswered('/auth/v1/token?grant_type=password', {
      method: 'POST',
      json: credentials!,
    });
    if (typeof body?.access_token !== 'string') throw new Error(`sign-in rejected: ${status}`);
    token = body.access_token;
  }

  async function callUntilAnswered(url: string, call: Call): Promise<ApiResponse> {
    const giveUpAt = Date.now() + TIMEOUT_MS;
    for (;;) {
      const response = await traffic
        .count(call.method ?? 'GET', url, () => callOnce(url, call))
        .catch((error: Error) => error);
      if (!(response instanceof Error) && response.status === 404 && response.body?.defined === false)
        throw new Error(`unknown operation: ${call.method ?? 'GET'} ${url}`);
      if (!(response instanceof Error) && response.status < 500 && response.status !== 429) return response;
      if (Date.now() > giveUpAt)
        throw new Error(
          `no answer from ${url}: ${response instanceof Error ? response.message : `${response.status} ${JSON.stringify(response.body)}`}`,
        );
      await pause(RETRY_AFTER_MS);
    }
  }

  async function callOnce(url: string, { method = 'GET', json, form, headers }: Call): Promise<ApiResponse> {
    const response = await fetch(new URL(url, origin), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      body: json ? JSON.stringify(json) : form && new URLSearchParams(form),
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        // A new client IP address for each call, because rate limits are not under test.
        'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...headers,
      },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : null,
      location: response.headers.get('location'),
    };
  }

  return {
    async call(url, call = {}) {
      if (credentials && !token) await signIn();
      const response = await callUntilAnswered(url, call);
      if (response.status !== 401 || !credentials) return response;
      await signIn();
      return callUntilAnswered(url, call);
    },
  };
}
