/** A response for many visitors: its bytes and headers in each encoding. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../response/encoding.ts';
import { isHttpsUrl, setSecurityHeaders } from '../http.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface EncodedResponse {
  bytes: Bytes;
  /** Alternating names and values, without the headers of a single request. */
  headers: readonly string[];
  /** Strong entity tag (RFC 9110, 8.8.3), also among the headers. */
  tag: string;
}

/** Log2 of brotli's window in bytes, which bounds its memory: responses are seldom larger. */
const BROTLI_WINDOW = 18;

const compressors: Record<Encoding, (plain: Bytes) => Promise<Bytes>> = {
  br: (plain) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain) => promisify(gzip)(plain, { level: 6 }),
  identity: (plain) => Promise.resolve(plain),
};

export class CachedResponse {
  readonly status: number;
  readonly #headers: Headers;
  readonly #plain: Bytes;
  readonly #encoding = new Map<Encoding, Promise<EncodedResponse>>();
  readonly #encoded = new Map<Encoding, EncodedResponse>();

  /** @param headers the same for every visitor; the security headers of every response are added */
  constructor(status: number, headers: Headers, plain: Bytes, publicUrl = '') {
    this.status = status;
    this.#headers = new Headers(headers);
    this.#headers.set('vary', 'accept-encoding');
    this.#headers.set('cache-control', 'no-cache');
    setSecurityHeaders(this.#headers, isHttpsUrl(publicUrl));
    this.#plain = plain;
  }

  /** Upper estimate of its memory use, including its encodings. */
  get bytes(): number {
    return this.#plain.length * 2;
  }

  encode(encoding: Encoding): Promise<EncodedResponse> {
    let pending = this.#encoding.get(encoding);
    if (!pending) {
      pending = this.#compress(encoding);
      this.#encoding.set(encoding, pending);
    }
    return pending;
  }

  /** Undefined until `encode` has finished for this encoding. */
  encoded(encoding: Encoding): EncodedResponse | undefined {
    return this.#encoded.get(encoding);
  }

  /** Encodes the body in each encoding that was requested of its predecessor. */
  async encodeLike(previous: CachedResponse): Promise<void> {
    await Promise.all([...previous.#encoding.keys()].map((encoding) => this.encode(encoding)));
  }

  async #compress(encoding: Encoding): Promise<EncodedResponse> {
    const bytes = await compressors[encoding](this.#plain);
    const headers = [...this.#headers].flat();
    if (encoding !== 'identity') headers.push('content-encoding', encoding);
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    headers.push('content-length', String(bytes.length), 'etag', tag);
    const encoded = { bytes, headers, tag };
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** Whether an `If-None-Match` header names this tag; weak tags compare equal (RFC 9110, 13.1.2). */
export function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
}

/** Headers of a 304 response: those of the full response without headers that describe the body. */
export function headersWithoutBody(headers: readonly string[]): string[] {
  return headers.flatMap((name, at) =>
    at % 2 === 0 && !/^content-(?:length|encoding|type)$/.test(name) ? [name, headers[at + 1]!] : [],
  );
}
