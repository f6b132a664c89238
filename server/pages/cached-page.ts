/** A rendered page for many visitors: its bytes in each encoding and the matching Content-Security-Policy. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type InlinePolicy, isHttpsUrl, setSecurityHeaders } from '../platform/http/http.ts';

type Bytes = Uint8Array<ArrayBuffer>;
export type Encoding = 'br' | 'gzip' | 'identity';

interface EncodedPage {
  bytes: Bytes;
  /** Alternating names and values, without the headers of a single request. */
  headers: readonly string[];
}

/** Log2 of brotli's window in bytes, which bounds its memory: pages are seldom larger. */
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

export class CachedPage {
  readonly status: number;
  readonly #headers: Headers;
  readonly #plain: Bytes;
  readonly #encoding = new Map<Encoding, Promise<EncodedPage>>();
  readonly #encoded = new Map<Encoding, EncodedPage>();

  /** @param headers the same for every visitor; the security headers of every response are added */
  constructor(status: number, headers: Headers, plain: Bytes, publicUrl = '') {
    this.status = status;
    this.#headers = new Headers(headers);
    this.#headers.set('vary', 'accept-encoding');
    this.#headers.set('cache-control', 'no-cache');
    setSecurityHeaders(this.#headers, isHttpsUrl(publicUrl));
    this.#plain = plain;
  }

  /** Upper estimate of the memory it uses, with its encodings. */
  get bytes(): number {
    return this.#plain.length * 2;
  }

  encode(encoding: Encoding): Promise<EncodedPage> {
    let pending = this.#encoding.get(encoding);
    if (!pending) {
      pending = this.#compress(encoding);
      this.#encoding.set(encoding, pending);
    }
    return pending;
  }

  /** Undefined until `encode` has finished for this encoding. */
  encoded(encoding: Encoding): EncodedPage | undefined {
    return this.#encoded.get(encoding);
  }

  /** Encodes the page in each encoding that was requested of its predecessor. */
  async encodeLike(previous: CachedPage): Promise<void> {
    await Promise.all([...previous.#encoding.keys()].map((encoding) => this.encode(encoding)));
  }

  async #compress(encoding: Encoding): Promise<EncodedPage> {
    const bytes = await compressors[encoding](this.#plain);
    const headers = [...this.#headers].flat();
    if (encoding !== 'identity') headers.push('content-encoding', encoding);
    headers.push('content-length', String(bytes.length));
    const page = { bytes, headers };
    this.#encoded.set(encoding, page);
    return page;
  }
}

/** The smallest encoding that the `Accept-Encoding` header accepts. */
export function chooseEncoding(header: string | undefined): Encoding {
  const rejected = /;\s*q=0(?:\.0*)?$/;
  const names = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  const accepts = (name: string) =>
    names.some((part) => part.split(';', 1)[0]!.trim() === name && !rejected.test(part));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/**
 * Replaces the nonces of inline scripts and styles by hashes for the Content-Security-Policy: unlike a nonce, a hash holds
 * for every copy of a cached page. Only elements rendered with the nonce are hashed, so injected ones never run.
 *
 * @see https://www.w3.org/TR/CSP3/#strict-csp
 */
export function hashInline(html: string, nonce: string): { html: string; policy: InlinePolicy } {
  const mark = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, tag, attributes = '', content = ''] of html.matchAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g,
  )) {
    if (!attributes.includes(mark) || content === '') continue;
    const hash = createHash('sha256').update(content).digest('base64');
    (tag === 'script' ? scripts : styles).add(`'sha256-${hash}'`);
  }
  return { html: html.replaceAll(mark, ''), policy: { scripts: [...scripts], styles: [...styles] } };
}

/** Lowers the priority of script preloads, so that browsers load images and fonts first. */
export function deprioritizeScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}
