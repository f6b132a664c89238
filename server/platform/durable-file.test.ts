import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDurably } from './durable-file.ts';

const FILES = 300;
const CONTENT = 'x'.repeat(43);

/** Reads each file as soon as it exists. */
const READER = `
  const { existsSync, readFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage('ready');
  const lengths = new Set();
  for (const file of workerData) {
    while (!existsSync(file));
    lengths.add(readFileSync(file, 'utf8').length);
  }
  parentPort.postMessage([...lengths]);
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mare-durable-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('never exposes a partially written file', async () => {
  const files = Array.from({ length: FILES }, (_, index) => join(folder, 'secrets', String(index)));
  const reader = new Worker(READER, { eval: true, workerData: files });
  await once(reader, 'message');
  const lengths = once(reader, 'message');
  for (const file of files) createDurably(file, CONTENT);
  expect(await lengths).toEqual([[CONTENT.length]]);
});

test('keeps an existing file, and removes the temporary one', () => {
  const file = join(folder, 'own', 'secret');
  createDurably(file, 'first');
  createDurably(file, 'second');
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(readdirSync(join(folder, 'own'))).toEqual(['secret']);
});
