#!/usr/bin/env node
/**
 * A witness of public logs (c2sp.org/tlog-witness): checks that every checkpoint continues the one before, and cosigns it.
 * One file without dependencies, to be run by people independent of the shop: docs/features/transparency.md.
 *
 * The state is one file for each log, durable before a cosignature leaves. Restoring an older state lets the witness sign a
 * fork: never restore it, start a new witness with a new key instead.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  formatSignerKey,
  formatVerifierKey,
  isKeyName,
  type NoteSigner,
  parseSignerKey,
  parseVerifierKey,
  type VerifierKey,
} from '@mare/domain/transparency/log/signed-note.ts';
import { followNotes, splitKeyChanges } from '@mare/domain/transparency/log/key-change.ts';
import {
  addCheckpoint,
  MAX_REQUEST_BYTES,
  type WitnessStore,
} from '@mare/domain/transparency/witness/witness.ts';
import { openFolder, writeDurably } from './program-folder.ts';

const USAGE = `Uso: testemunha --pasta <pasta> --nome <endereço sem https://> --registro <chave do registro>... [--troca <arquivo>...] [--porta 8787]

  --pasta      onde ficam a chave e o que a testemunha já viu; nunca volte a uma cópia antiga dela
  --nome       nome da testemunha, por exemplo procon.example/testemunha
  --registro   chave pública de um registro, como está em /log/policy da loja; pode haver várias
  --troca      troca da chave de um registro, de /log/trocas.txt da loja: vale a chave nova se a anterior a assinou
  --porta      onde atende (127.0.0.1); ponha um servidor com https na frente`;

const options = readArguments();
if (typeof options === 'string') {
  process.stderr.write(`${options}\n\n${USAGE}\n`);
  process.exitCode = 2;
} else {
  run(options);
}

interface Options {
  folder: string;
  name: string;
  logs: VerifierKey[];
  port: number;
}

function readArguments(): Options | string {
  try {
    const { values } = parseArgs({
      options: {
        pasta: { type: 'string' },
        nome: { type: 'string' },
        registro: { type: 'string', multiple: true },
        troca: { type: 'string', multiple: true, default: [] },
        porta: { type: 'string', default: '8787' },
      },
    });
    const logs = (values.registro ?? []).map(parseVerifierKey);
    const port = Number(values.porta);
    if (!values.pasta || !values.nome || !isKeyName(values.nome)) return 'Faltam --pasta e --nome.';
    if (logs.length === 0 || !logs.every((key) => key?.type === ED25519_NOTE))
      return 'Cada --registro é a chave pública de um registro.';
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return 'A porta vai de 0 a 65535.';
    const followed = followKeyChanges(logs as VerifierKey[], values.troca);
    if (typeof followed === 'string') return followed;
    return { folder: values.pasta, name: values.nome, logs: followed, port };
  } catch (error) {
    return `Opção desconhecida ou incompleta: ${(error as Error).message}`;
  }
}

/** @returns the keys, with those that replaced them with the signatures of both; a sentence for a file without one */
function followKeyChanges(logs: readonly VerifierKey[], files: readonly string[]): VerifierKey[] | string {
  let keys = [...logs];
  for (const file of files) {
    if (!existsSync(file)) return `Não há arquivo ${file}.`;
    const followed = followNotes(keys, splitKeyChanges(readFileSync(file, 'utf8')));
    if (followed.length === keys.length)
      return `${file}: nenhuma troca assinada pela chave anterior de um destes registros.`;
    keys = followed;
  }
  return keys;
}

function run({ folder, name, logs, port }: Options): void {
  // Two processes over one state could sign two trees.
  openFolder(folder);
  const signer = openKey(join(folder, 'chave'), name);
  const store = openStore(folder);
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const text = 'text/plain; charset=utf-8';
    const origin = /^\/([0-9a-f]{64})\/checkpoint$/.exec(request.url ?? '')?.[1];
    if (request.method === 'GET' && origin !== undefined) {
      const log = logs.find((each) => originHash(each.name) === origin);
      const note = log ? store.read(log.name) : null;
      return note === null ? send(404, text, '') : send(200, text, note);
    }
    if (request.method !== 'POST' || request.url !== '/add-checkpoint') return send(404, text, '');
    readBody(request)
      .then((body) => {
        if (body === null) return send(400, text, '');
        const result = addCheckpoint(body, { signer, logs, store }, Math.floor(Date.now() / 1_000));
        if (result.status === 422)
          process.stderr.write(`RECUSADO, não continua o que já foi visto:\n${body}\n`);
        return send(result.status, result.type, result.body);
      })
      .catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        send(500, text, '');
      });
  });
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(
      `Testemunha em http://127.0.0.1:${typeof address === 'object' ? address?.port : port}, chave pública:\n${formatVerifierKey(signer.key)}\n`,
    );
  });
}

function openKey(file: string, name: string): NoteSigner {
  if (!existsSync(file))
    writeDurably(file, `${formatSignerKey(name, ED25519_COSIGNATURE, randomBytes(32))}\n`);
  const signer = parseSignerKey(readFileSync(file, 'utf8').trim());
  if (signer?.key.type !== ED25519_COSIGNATURE || signer.key.name !== name) {
    process.stderr.write(`${file} não é a chave de ${name}.\n`);
    process.exit(1);
  }
  return signer;
}

function openStore(folder: string): WitnessStore {
  const fileOf = (origin: string) => join(folder, `${originHash(origin)}.visto`);
  return {
    read: (origin) => (existsSync(fileOf(origin)) ? readFileSync(fileOf(origin), 'utf8') : null),
    write: (origin, note) => writeDurably(fileOf(origin), note),
  };
}

function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > MAX_REQUEST_BYTES) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}
