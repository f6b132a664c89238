/** Arguments of the operator's commands. Unknown ones are rejected before the command starts. */
import { parseArgs } from 'node:util';
import { isKeyName } from '@mare/domain/transparency/log/signed-note.ts';
import { isUuid } from '../platform/is-uuid.ts';

/** A wrong argument: exit code 2, and nothing was changed. The message is for the operator. */
export class UsageError extends Error {}

const USAGE = {
  backup: 'backup --folder PASTA [--archive PASTA] [--copy PASTA] [--archive-copy PASTA] [--keep 7]',
  restore: 'restore --backup PASTA --archive PASTA --to PASTA [--moment 2026-11-21T13:00:00Z] [--wal PASTA]',
  'declare-secret': 'declare-secret',
  rotate: 'rotate',
  'accept-secret': 'accept-secret --confirm perder-sessoes',
  'accept-person-keys': 'accept-person-keys --confirm perder-exclusoes',
  'rotate-log-key': 'rotate-log-key --to ARQUIVO [--lost MOTIVO] [--origin ORIGEM]',
  preflight: 'preflight',
  doctor: 'doctor',
  'retry-jobs': 'retry-jobs FILA',
  'restore-list': 'restore-list --rifa ID --file lista.txt',
};
type CommandName = keyof typeof USAGE;

export const HELP = `Uso: npm run ops -- COMANDO
${Object.values(USAGE)
  .map((usage) => `  ${usage}`)
  .join('\n')}
O que cada um faz está em docs/operations.md.`;

const REQUIRED: Partial<Record<CommandName, readonly string[]>> = {
  backup: ['folder'],
  restore: ['backup', 'archive', 'to'],
  'restore-list': ['rifa', 'file'],
  'rotate-log-key': ['to'],
  'accept-secret': ['confirm'],
  'accept-person-keys': ['confirm'],
};
const OPTIONAL: Partial<Record<CommandName, readonly string[]>> = {
  backup: ['archive', 'copy', 'archive-copy', 'keep'],
  restore: ['moment', 'wal'],
  'rotate-log-key': ['lost', 'origin'],
};
const DEFAULT_KEEP = 7;
/** Typed out: the commands end every session, or the exclusions of people whose accounts are deleted. */
const CONFIRMATIONS: Partial<Record<CommandName, string>> = {
  'accept-secret': 'perder-sessoes',
  'accept-person-keys': 'perder-exclusoes',
};
/** A time with a time zone: a wrong zone would lose or keep hours of orders. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

export type Command =
  | {
      name:
        | 'help'
        | 'declare-secret'
        | 'rotate'
        | 'accept-secret'
        | 'accept-person-keys'
        | 'preflight'
        | 'doctor';
    }
  | {
      name: 'backup';
      folder: string;
      archive: string | null;
      copy: string | null;
      archiveCopy: string | null;
      keep: number;
    }
  | {
      name: 'restore';
      backup: string;
      archive: string;
      to: string;
      moment: Date | null;
      wal: string | null;
    }
  | { name: 'retry-jobs'; queue: string }
  | { name: 'rotate-log-key'; to: string; lossReason: string | null; origin: string | null }
  | { name: 'restore-list'; rifaId: string; file: string };

/** @throws UsageError */
export function readArguments(args: readonly string[], now: Date): Command {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { name: 'help' };
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError(`Falta o comando.\n${HELP}`);
  if (!isCommand(name)) throw new UsageError(`O comando "${name}" não existe.\n${HELP}`);
  const { options, operands } = readOptions(name, rest);
  if (name === 'retry-jobs') {
    const [queue, ...more] = operands;
    if (queue === undefined) throw usage(name, 'Falta o nome da fila.');
    if (more.length > 0) throw usage(name, `Uma fila por vez: "${more[0]}" está a mais.`);
    return { name, queue };
  }
  if (name === 'backup')
    return {
      name,
      folder: options.get('folder')!,
      archive: options.get('archive') ?? null,
      copy: options.get('copy') ?? null,
      archiveCopy: options.get('archive-copy') ?? null,
      keep: readKeep(options.get('keep')),
    };
  if (name === 'restore')
    return {
      name,
      backup: options.get('backup')!,
      archive: options.get('archive')!,
      to: options.get('to')!,
      moment: readMoment(options.get('moment'), now),
      wal: options.get('wal') ?? null,
    };
  if (name === 'restore-list') {
    const rifaId = options.get('rifa')!;
    const problem = `--rifa é o código no endereço da página do sorteio (recebido: "${rifaId}").`;
    if (!isUuid(rifaId)) throw usage(name, problem);
    return { name, rifaId, file: options.get('file')! };
  }
  if (name === 'rotate-log-key') {
    const origin = options.get('origin') ?? null;
    if (origin !== null && !isKeyName(origin))
      throw usage(name, `--origin é como loja.com.br/log-2 (recebido: "${origin}").`);
    return { name, to: options.get('to')!, lossReason: options.get('lost') ?? null, origin };
  }
  const confirmation = CONFIRMATIONS[name];
  if (options.get('confirm') !== confirmation) throw usage(name, `O valor de --confirm é ${confirmation}.`);
  return { name };
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(USAGE, name);

const usage = (name: CommandName, problem: string) =>
  new UsageError(`${problem}\nUso: npm run ops -- ${USAGE[name]}`);

function readOptions(name: CommandName, args: string[]) {
  const required = REQUIRED[name] ?? [];
  const known = [...required, ...(OPTIONAL[name] ?? [])];
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(known.map((option) => [option, { type: 'string' as const }])),
  });
  const options = new Map<string, string>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name: option, rawName, value } = token;
    if (!known.includes(option)) throw usage(name, `${name} não tem a opção ${rawName}.`);
    if (!value || value.startsWith('--')) throw usage(name, `Falta o valor de ${rawName}.`);
    if (options.has(option)) throw usage(name, `${rawName} está duas vezes.`);
    options.set(option, value);
  }
  if (operands.length > 0 && name !== 'retry-jobs') throw usage(name, `"${operands[0]}" está a mais.`);
  const missing = required.find((option) => !options.has(option));
  if (missing) throw usage(name, `Falta --${missing}.`);
  return { options, operands };
}

function readKeep(text: string | undefined): number {
  const keep = text === undefined ? DEFAULT_KEEP : Number(text);
  if (Number.isInteger(keep) && keep > 0) return keep;
  throw usage('backup', `--keep deve ser um número inteiro a partir de 1 (recebido: "${text}").`);
}

function readMoment(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const moment = new Date(text);
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime()))
    throw usage(
      'restore',
      `--moment deve ter data, hora e fuso, como 2026-11-21T13:00:00Z ou 2026-11-21T10:00:00-03:00 (recebido: "${text}").`,
    );
  if (moment > now) throw usage('restore', `--moment está no futuro: ${moment.toISOString()}.`);
  return moment;
}
