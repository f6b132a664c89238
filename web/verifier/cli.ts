#!/usr/bin/env node
/**
 * Verifies a draw from files alone, without network. docs/features/transparency.md describes the files.
 *
 * Exit codes: 0 everything holds; 1 something does not; 2 wrong use; 3 what could be checked holds, the rest is named;
 * 4 a file is truncated or not what it seems to be; 5 the log has yet to sign the draw, so the proof has to be downloaded
 * again, and the rest that could be checked holds.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  combineFiles,
  FileFault,
  readGivenFile,
  type ReadFile,
} from '@mare/domain/transparency/verify/files/read-files.ts';
import {
  describeVerdict,
  describeWinners,
  isBeforeDraw,
  isNotYetSigned,
  LEFT_TO_COMPARE,
} from '@mare/domain/transparency/verify/verdict/verdict.ts';
import { describeDeciding } from '@mare/domain/transparency/verify/verify-extraction.ts';
import { verifyFiles } from '@mare/domain/transparency/verify/files/verify-files.ts';
import { readCopiedLog } from '@mare/domain/transparency/verify/whole-log/read-copied-log.ts';
import { faultSentence } from './fault-sentences.ts';
import { CHECKPOINT_FILE, openMirrorStore } from './mirror-folder.ts';
import { NOT_A_SEAL, NOT_FIVE_PRIZES, readPrizesInARow, readSeal } from './typed-values.ts';

const VERSION = '1.0.0';
const USAGE = `Uso: verificar [opções] arquivo...

Arquivos, em qualquer ordem: a prova do sorteio (prova.txt), seus comprovantes (.tlog-proof), a lista (lista.txt), as
chaves em que você confia (politica.txt) e certificados de autoridades de carimbo do tempo em que você confia (.pem). Nada é enviado pela rede.

  --lacre <SHA-256>            o lacre que você anotou antes da extração
  --premios 1º,2º,3º,4º,5º     os cinco prêmios como a Caixa publicou
  --espelho <pasta>            a cópia do registro inteiro que um espelho guarda: mostra o que a prova não traz
  --json                       resultado em JSON
  --versao, --ajuda

Saída: 0 tudo confere; 1 não confere; 2 uso errado; 3 o que pôde ser conferido confere; 4 arquivo incompleto;
5 o registro ainda não assinou o sorteio: baixe a prova de novo em alguns minutos.`;

const EXIT = { honest: 0, failed: 1, usage: 2, partial: 3, file: 4, unsigned: 5 } as const;
/** A list of ten million numbers has 270 MB. */
const READ_BYTES = 1 << 18;

async function main(): Promise<number> {
  const options = readArguments();
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`);
    return EXIT.usage;
  }
  const { values, positionals: paths } = options;
  if (values.ajuda) console.log(USAGE);
  if (values.versao) console.log(VERSION);
  if (values.ajuda || values.versao) return EXIT.honest;
  const problem = checkArguments(values, paths);
  if (problem) {
    console.error(`${problem}\n\n${USAGE}`);
    return EXIT.usage;
  }
  const read: ReadFile[] = [];
  let current = '';
  try {
    for (const path of paths) {
      current = path;
      read.push(await readGivenFile(partsOf(path), { createHash: () => createHash('sha256') }));
    }
    current = paths.join(', ');
    const given = combineFiles(read);
    current = values.espelho ?? current;
    const copiedLog = values.espelho
      ? await readCopiedLog(openMirrorStore(values.espelho), given.record)
      : null;
    current = paths.join(', ');
    const files = {
      ...given,
      copiedLog: copiedLog ?? undefined,
      now: new Date(),
      notedSeal: readTyped(values.lacre, readSeal),
      prizes: readTyped(values.premios, readPrizesInARow),
    };
    const found = await verifyFiles(files);
    if (values.espelho && !values.json)
      console.log(
        copiedLog
          ? `Cópia do registro: ${copiedLog.checkpoint.size} linhas lidas.`
          : 'A cópia do registro não foi comparada: a prova não traz o registro.',
      );
    report(found, values);
    return isNotYetSigned(found) ? EXIT.unsigned : EXIT[found.verdict];
  } catch (error) {
    // Never exit code 1, which accuses: a file that cannot be read proves nothing.
    const sentence =
      error instanceof FileFault ? `${faultSentence(error.code)} (${error.message})` : String(error);
    console.error(`${current}: ${sentence}`);
    return EXIT.file;
  }
}

/** Parts of a file, in one buffer that the next part overwrites: memory does not grow with the file. */
async function* partsOf(path: string): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(READ_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
      yield buffer.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        lacre: { type: 'string' },
        premios: { type: 'string' },
        espelho: { type: 'string' },
        json: { type: 'boolean' },
        ajuda: { type: 'boolean' },
        versao: { type: 'boolean' },
      },
    });
  } catch (error) {
    return `Opção desconhecida ou incompleta: ${(error as Error).message}`;
  }
}

interface Options {
  lacre?: string | undefined;
  premios?: string | undefined;
  espelho?: string | undefined;
  json?: boolean | undefined;
}

function checkArguments({ lacre, premios, espelho }: Options, paths: readonly string[]): string | null {
  if (paths.length === 0) return 'Diga ao menos um arquivo.';
  if (lacre !== undefined && !readSeal(lacre)) return `--lacre: ${NOT_A_SEAL}`;
  if (premios !== undefined && !readPrizesInARow(premios)) return `--premios: ${NOT_FIVE_PRIZES}`;
  if (espelho !== undefined && !isFile(join(espelho, CHECKPOINT_FILE)))
    return `--espelho: não há cópia de um registro em ${espelho || 'pasta sem nome'}.`;
  const missing = paths.find((path) => !isFile(path));
  return missing === undefined ? null : `Não há arquivo ${missing}.`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readTyped<T>(typed: string | undefined, read: (text: string) => T | null): T | undefined {
  return typed === undefined ? undefined : (read(typed) ?? undefined);
}

const MARKS = { holds: '  ok    ', open: '  falta ', fails: '  NÃO   ' } as const;

function report(found: Awaited<ReturnType<typeof verifyFiles>>, { json, lacre, premios }: Options): void {
  const { title, sentences, advice } = describeVerdict(found);
  if (json) {
    console.log(JSON.stringify({ verdict: found.verdict, findings: found.findings }, null, 2));
    return;
  }
  for (const { state, title: item, text } of sentences) console.log(`${MARKS[state]}${item}: ${text}`);
  if (found.terms) {
    console.log(
      `\nRifa ${found.terms.rifaId}, lacrada para a extração ${found.terms.extraction} de ${found.terms.extractionDate}.`,
    );
    if (found.results.length > 0) console.log(`${describeDeciding(found.results)}.`);
    for (const { extraction, prizes } of found.results)
      console.log(`Prêmios da extração ${extraction}: ${prizes.join(' ')}`);
    for (const sentence of describeWinners(found)) console.log(sentence);
  }
  for (const { key } of found.policy?.witnesses ?? []) console.log(`Testemunha: ${key.name} (${key.id})`);
  console.log(`\n${title}`);
  for (const each of advice) console.log(`- ${each}`);
  if (found.terms && advice.length === 0) {
    if (!lacre) console.log(`Falta só você: ${LEFT_TO_COMPARE.seal} (--lacre)`);
    if (!premios && !isBeforeDraw(found)) console.log(`Falta só você: ${LEFT_TO_COMPARE.prizes} (--premios)`);
  }
}

process.exitCode = await main();
