import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. Secrets and personal data never reach a log: these names are cut wherever they stand. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.cpf',
        '*.email',
        '*.phone',
        '*.copyPaste',
      ],
      censor: '[removido]',
    },
  });
}
