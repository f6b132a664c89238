import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ORPCError, os } from '@orpc/server';
import { apiErrors } from '@mare/contract/errors.ts';
import { isUuid } from '../../is-uuid.ts';
import type { RequestContext } from '../api.ts';
import { forgetRequest, type KeyedRequest, endRequest, startRequest } from './idempotency-keys.queries.ts';

/** How long a repeated request waits for the first one. */
const WAIT_MS = 10_000;
const POLL_MS = 100;

const { OUTCOME_UNKNOWN } = apiErrors;

/**
 * For procedures that create something at each call: a request that is repeated with the same `Idempotency-Key` gets
 * the output of the first one. A client repeats it when it has lost the response.
 * @throws OUTCOME_UNKNOWN if the first request failed half-way or is still running: the caller has to look
 */
export const once = os
  .$context<RequestContext>()
  .errors({ OUTCOME_UNKNOWN })
  .middleware(async ({ context, next, path, errors }, input, output) => {
    const { platform, principal, idempotencyKey: key } = context;
    if (!key || !isUuid(key)) return next();
    const request: KeyedRequest = {
      key,
      callerId: principal?.userId ?? null,
      procedure: path.join('.'),
      inputHash: hashInput(input),
      startedAt: platform.clock.now(),
    };
    const first = await startOrAwait(platform, request);
    if (first) {
      if (first.output === null || !isSame(first, request)) throw errors.OUTCOME_UNKNOWN();
      return output(first.output);
    }
    try {
      const result = await next();
      await endRequest(platform, key, result.output);
      return result;
    } catch (error) {
      if (error instanceof ORPCError && error.status < 500) await forgetRequest(platform, key);
      else await endRequest(platform, key, null).catch(() => undefined);
      throw error;
    }
  });

function isSame(one: KeyedRequest, other: KeyedRequest): boolean {
  return (
    one.callerId === other.callerId &&
    one.procedure === other.procedure &&
    one.inputHash.equals(other.inputHash)
  );
}

/** @returns the earlier request with this key, once it has ended or the caller has waited long enough; null to start */
async function startOrAwait({ db }: RequestContext['platform'], request: KeyedRequest) {
  for (let waited = 0; ; waited += POLL_MS) {
    const first = await startRequest({ db }, request);
    if (!first || first.endedAt !== null || waited >= WAIT_MS) return first;
    await pause(POLL_MS);
  }
}

/** A file counts by name, type and size. */
function hashInput(input: unknown): Buffer {
  const text = JSON.stringify(input, (_, value: unknown) =>
    value instanceof File ? [value.name, value.type, value.size] : value,
  );
  return createHash('sha256')
    .update(text ?? '')
    .digest();
}
