#!/usr/bin/env node
/**
 * A mirror of a public log: copies every entry, accepts a checkpoint only if the copy gives its root, and serves the same tiles
 * (c2sp.org/tlog-tiles). One file without dependencies, to be run by people independent of the shop:
 * docs/features/transparency.md.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MirrorStore, readMirrored, syncMirror } from '@mare/domain/transparency/witness/mirror.ts';
import {
  ED25519_NOTE,
  parseVerifierKey,
  type VerifierKey,
} from '@mare/domain/transparency/log/signed-note.ts';
import { parseTilePath } from '@mare/domain/transparency/log/tiles.ts';
import { openMirrorStore } from './mirror-folder.ts';
import { RepetitionFinder } from './find-repetitions.ts';
import { openFolder, writeDurably } from './program-folder.ts';

const USAGE = `Uso: espelho --pasta <pasta> --de <endereço do registro> --registro <chave do registro> [--porta 8788] [--cada 60]

  --pasta      onde fica a cópia
  --de         por exemplo https://loja.example/log
  --registro   chave pública do registro, como está em /log/policy da loja
  --porta      onde atende (127.0.0.1); ponha um servidor com https na frente
  --cada       segundos entre duas leituras`;

/** A bundle has 256 entries of at most 64 KiB. */
const MAX_BYTES = 20_000_000;
const TIMEOUT_MS = 30_000;

interface Options {
  folder: string;
  source: string;
  key: VerifierKey;
  port: number;
  seconds: number;
}

const options = readArguments();
if (typeof options === 'string') {
  process.stderr.write(`${options}\n\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  run(options);
}

function readArguments(): Options | string {
  try {
    const { values } = parseArgs({
      options: {
        pasta: { type: 'string' },
        de: { type: 'string' },
        registro: { type: 'string' },
        porta: { type: 'string', default: '8788' },
        cada: { type: 'string', default: '60' },
      },
    });
    const key = parseVerifierKey(values.registro ?? '');
    const [port, seconds] = [Number(values.porta), Number(values.cada)];
    if (!values.pasta || !values.de || !/^https?:$/.test(URL.parse(values.de)?.protocol ?? ''))
      return 'Faltam --pasta e --de.';
    if (key?.type !== ED25519_NOTE) return '--registro é a chave pública de um registro.';
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return 'A porta vai de 0 a 65535.';
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400) return '--cada vai de 1 a 86400.';
    return { folder: values.pasta, source: values.de.replace(/\/$/, ''), key, port, seconds };
  } catch (error) {
    return `Opção desconhecida ou incompleta: ${(error as Error).message}`;
  }
}

function run({ folder, source, key, port, seconds }: Options): void {
  openFolder(folder);
  const store = openMirrorStore(folder);
  const finder = new RepetitionFinder(folder, store);
  serve(store, key, port);
  const read = async (path: string) => {
    const response = await fetch(`${source}/${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || bytes.length > MAX_BYTES) throw new Error(`${path}: ${response.status}`);
    return bytes;
  };
  const copy = async () => {
    try {
      const result = await syncMirror(key, store, read);
      if (!result.ok) return report(folder, result);
      if (result.added > 0) process.stdout.write(`Copiado até ${result.size} (${result.added} a mais).\n`);
      finder.compareNew(result.size, ({ sentence }) =>
        process.stderr.write(`${sentences.LOGGED_TWICE} ${sentence}\n`),
      );
    } catch (error) {
      const { message } = error as Error;
      const isMissing = MISSING_ENTRIES.test(message);
      process.stderr.write(`Sem leitura: ${message}${isMissing ? `. ${sentences.MISSING}` : ''}\n`);
    }
  };
  const copyForever = async () => {
    await copy();
    setTimeout(() => void copyForever(), seconds * 1_000);
  };
  void copyForever();
}

/** The entries were deleted from the shop's database, or a wider bundle has replaced this partial one. */
const MISSING_ENTRIES = /^tile\/entries\/\S+: 404$/;

const sentences = {
  MISSING: 'O REGISTRO ASSINOU ESTAS LINHAS E NÃO AS ENTREGA: se isto continuar, foram apagadas.',
  UNSIGNED:
    'A assinatura é de outra chave, e a troca de chave não foi assinada pela chave anterior: quem respondeu não é este registro, ou a loja perdeu a chave. Compare com o que ela anunciou antes de usar a nova.',
  OTHER_LOG: 'A pasta tem a cópia de outro registro, ou está danificada: use uma pasta nova.',
  SHRUNK: 'O REGISTRO ENCOLHEU: o que ele assina agora tem menos linhas do que já foi copiado.',
  LOGGED_TWICE:
    'O REGISTRO TEM DUAS VEZES O QUE UMA LOJA HONESTA ANOTA UMA VEZ SÓ (guardado em divergencias):',
  OTHER_ENTRIES:
    'O REGISTRO NÃO CONFERE: as linhas que entrega não dão a raiz que assinou, ou ele mudou o que já foi copiado.',
};

/** Keeps what the log signed: it is the evidence. */
function report(folder: string, { code, note }: { code: keyof typeof sentences; note: string }): void {
  process.stderr.write(`${sentences[code]}\n${note}\n`);
  if (code === 'UNSIGNED' || code === 'OTHER_LOG') return;
  const name = createHash('sha256').update(note).digest('hex').slice(0, 16);
  writeDurably(join(folder, 'divergencias', `${name}.txt`), note);
}

/** Serves the same paths as the log itself. */
function serve(store: MirrorStore, key: VerifierKey, port: number): void {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string | Uint8Array) =>
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
    const path = (request.url ?? '').slice(1);
    const text = 'text/plain; charset=utf-8';
    if (request.method !== 'GET') return send(405, text, '');
    const note = path === 'checkpoint' ? store.readCheckpoint() : null;
    if (note !== null) return send(200, text, note);
    const tile = parseTilePath(path);
    const bytes = tile && readMirrored(key, store, tile);
    return bytes ? send(200, 'application/octet-stream', bytes) : send(404, text, '');
  });
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(
      `Espelho em http://127.0.0.1:${typeof address === 'object' ? address?.port : port}\n`,
    );
  });
}
