/** Content codings that responses may have (RFC 9110, 12.5.3). */
export type Encoding = 'br' | 'gzip' | 'identity';

const REJECTED = /;\s*q=0(?:\.0*)?$/;

/** Whether the `Accept-Encoding` header names this coding and does not reject it. */
export function acceptsEncoding(header: string | undefined, name: Encoding): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  return parts.some((part) => part.split(';', 1)[0]!.trim() === name && !REJECTED.test(part));
}

/** The smallest coding that the `Accept-Encoding` header accepts. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (acceptsEncoding(header, 'br')) return 'br';
  return acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity';
}
