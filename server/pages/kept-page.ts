/** A rendered page as it goes out to many: its bytes, once for each encoding, and the policy that fits them. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type InlinePolicy, isHttpsUrl, setSafeHeaders } from '../platform/http/http.ts';

type Bytes = Uint8Array<ArrayBuffer>;
export type Encoding = 'br' | 'gzip' | 'identity';

/** As it goes over the wire. */
interface Packed {
  bytes: Bytes;
  /** All of the answer but those of the one request: name and value in turn. */
  headers: readonly string[];
}

/** Two to this power are the bytes that brotli looks back over, and so what it needs: pages are seldom larger. */
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

export class KeptPage {
  readonly status: number;
  readonly #headers: Headers;
  readonly #plain: Bytes;
  readonly #packing = new Map<Encoding, Promise<Packed>>();
  readonly #packed = new Map<Encoding, Packed>();

  /** @param headers of the answer, whoever asks; the safe ones, which every answer has, come here */
  constructor(status: number, headers: Headers, plain: Bytes, publicUrl = '') {
    this.status = status;
    this.#headers = new Headers(headers);
    this.#headers.set('vary', 'accept-encoding');
    this.#headers.set('cache-control', 'no-cache');
    setSafeHeaders(this.#headers, isHttpsUrl(publicUrl));
    this.#plain = plain;
  }

  /** Memory that it may come to hold. */
  get bytes(): number {
    return this.#plain.length * 2;
  }

  packed(encoding: Encoding): Promise<Packed> {
    let packing = this.#packing.get(encoding);
    if (!packing) {
      packing = this.#pack(encoding);
      this.#packing.set(encoding, packing);
    }
    return packing;
  }

  /** What was packed before, if it was. */
  packedAlready(encoding: Encoding): Packed | undefined {
    return this.#packed.get(encoding);
  }

  /** In each encoding in which the page before it was asked for. */
  async packLike(before: KeptPage): Promise<void> {
    await Promise.all([...before.#packing.keys()].map((encoding) => this.packed(encoding)));
  }

  async #pack(encoding: Encoding): Promise<Packed> {
    const bytes = await compressors[encoding](this.#plain);
    const headers = [...this.#headers].flat();
    if (encoding !== 'identity') headers.push('content-encoding', encoding);
    headers.push('content-length', String(bytes.length));
    const packed = { bytes, headers };
    this.#packed.set(encoding, packed);
    return packed;
  }
}

/** The smallest that the browser takes, by the names in its `Accept-Encoding`. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const refused = /;\s*q=0(?:\.0*)?$/;
  const names = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase());
  const takes = (name: string) =>
    names.some((part) => part.split(';', 1)[0]!.trim() === name && !refused.test(part));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/**
 * What a page's policy has to name so that its own inline scripts and styles run: a hash each, which unlike a nonce holds
 * for every copy of the page. Only those that were rendered with the nonce count, so that whatever else got into the page
 * never runs. The nonce has then done its work and goes out of the page.
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

/** Scripts make way for what is seen first: a browser asks for pictures and fonts before files of low priority. */
export function letContentPass(html: string): string {
  return html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}
