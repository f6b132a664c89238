import { ConfigError } from './settings-reader.ts';

/** Startup failed for a reason the operator can fix. The message is for the operator. */
export class StartError extends Error {}

const FAULTS: Record<string, string> = {
  ENOENT: 'não existe',
  EEXIST: 'não é uma pasta',
  ENOTDIR: 'não é uma pasta',
  EACCES: 'não pode ser lido ou gravado por esta conta',
  EPERM: 'não pode ser lido ou gravado por esta conta',
  EROFS: 'está num disco que só aceita leituras',
  ENOSPC: 'não cabe no disco: libere espaço e tente de novo',
};

/** @returns a sentence about a file or folder that cannot be used; null for other errors */
export function describeFileFault(error: unknown): string | null {
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const fault = code === undefined ? undefined : FAULTS[code];
  const place = code === 'ENOSPC' ? (dest ?? path) : path;
  return fault && place ? `${place} ${fault}.` : null;
}

/** Message for the operator about a failed start. Never empty, whatever was thrown. */
export function describeStartFault(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const sentence = describeFileFault(error);
  if (sentence) return sentence;
  const cause = error.cause === undefined ? [] : [`Causa: ${describeStartFault(error.cause)}`];
  return [error.stack || String(error), ...describeParts(error), ...cause].join('\n');
}

/** Errors of a connection that tried several addresses. The combined error has no message. */
export function describeParts(error: unknown): string[] {
  if (!(error instanceof AggregateError)) return [];
  return [
    error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join('; '),
  ];
}
