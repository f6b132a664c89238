/** Generates hostile requests from the OpenAPI description. */
import fc from 'fast-check';
import { fitting } from './valid-inputs.testing.ts';
import { fuzzText, fuzzValue } from './fuzz-inputs.testing.ts';
import type { JsonSchema, Operation } from './operations.testing.ts';

export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** @param ids of existing records, so that some requests pass the existence check */
export function hostileRequest(operation: Operation, ids: readonly string[]): fc.Arbitrary<HostileRequest> {
  const known = fc.constantFrom(...ids);
  return fc
    .record({
      parameters: fc.tuple(...operation.parameters.map(({ schema }) => parameterText(schema, known))),
      body: operation.body ? bodyText(operation.body, known) : fc.constant(undefined),
      contentType: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'multipart/form-data',
            'multipart/form-data; boundary=x',
            'application/x-www-form-urlencoded',
            'application/octet-stream',
            'application/json; charset=utf-16',
            'text/event-stream',
          ),
        },
      ),
    })
    .map(({ parameters, body, contentType }) => {
      let path = operation.path;
      const query: string[] = [];
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': contentType };
      for (const [index, { in: place, name }] of operation.parameters.entries()) {
        const text = parameters[index]!;
        if (place === 'path') path = path.replace(`{${name}}`, encode(text) || '%20');
        else if (place === 'query') query.push(`${name}=${encode(text)}`);
        else headers[name] = encode(text).slice(0, 4_000);
      }
      return {
        method: operation.method,
        path: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        headers,
        body,
      };
    });
}

function encode(text: string): string {
  return encodeURIComponent(text.slice(0, 4_000).toWellFormed());
}

function parameterText(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fitting(schema, known).map(asText) },
    { weight: 1, arbitrary: known },
    { weight: 2, arbitrary: fuzzText },
  );
}

/** Mostly extreme values that the schema allows; otherwise one part is invalid, of another type or truncated. */
function bodyText(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const validInput = fitting(schema, known);
  const mutated = fc
    .tuple(validInput, fc.nat(), fuzzValue)
    .map(([value, at, fuzzed]) => mutate(value, at, fuzzed));
  return fc.oneof(
    { weight: 6, arbitrary: validInput.map(json) },
    { weight: 5, arbitrary: mutated.map(json) },
    { weight: 1, arbitrary: fuzzValue.map(json) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(validInput.map(json), fc.nat())
        .map(([text, at]) => text.slice(0, at % (text.length + 1))),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[', '{"a":NaN}', '{"__proto__":{"role":"admin"}}', '\ufeff{}'),
    },
  );
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** Replaces one part by the hostile value, or adds an unknown field. */
function mutate(value: unknown, at: number, fuzzed: unknown): unknown {
  if (typeof value !== 'object' || value === null) return fuzzed;
  const keys = Object.keys(value);
  if (keys.length === 0) return { unexpected: fuzzed };
  const key = keys[at % keys.length]!;
  const part = (value as Record<string, unknown>)[key];
  const recurses = typeof part === 'object' && part !== null && at % 3 !== 0;
  const changed = recurses ? mutate(part, Math.floor(at / 3), fuzzed) : fuzzed;
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === key ? changed : item))
    : { ...value, [key]: changed };
}

/** Objects of hostile keys may have no usable `toString`. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
