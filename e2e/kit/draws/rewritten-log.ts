/** Simulates an operator who rewrites the public log with its own key, and a witness that cosigned the original. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { type NoteSigner, parseSignerKey } from '@mare/domain/transparency/log/signed-note.ts';
import { TestLog } from '@mare/domain/transparency/verify/verify.testing.ts';
import { formatAddCheckpoint } from '@mare/domain/transparency/witness/witness.ts';

const WITNESS = join(import.meta.dirname, '../../../web/verifier/witness.ts');

/** Reads the log's key from the site's folder, where the mailbox is too. */
function readLogKey(): NoteSigner {
  const file = join(dirname(process.env.E2E_MAILBOX!), 'log-key');
  return parseSignerKey(readFileSync(file, 'utf8').trim())!;
}

/** Copies the log. @param rewrite returns a new text for an entry, or null to keep it */
export async function copyLog(
  pool: pg.Pool,
  rewrite: (text: string) => string = (text) => text,
): Promise<TestLog> {
  const { rows } = await pool.query<{ body: Buffer }>('select body from log_entries order by leaf_index');
  const log = new TestLog(readLogKey());
  for (const { body } of rows) log.entries.push(Buffer.from(rewrite(body.toString('utf8'))));
  return log;
}

/** @param vkey public key of the log that it follows */
export async function startWitness(folder: string, vkey: string) {
  const options = ['--pasta', folder, '--nome', 'procon.example/testemunha', '--registro', vkey];
  const child = spawn(process.execPath, [WITNESS, ...options, '--porta', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const part of child.stdout) {
    output += String(part);
    if (output.trimEnd().split('\n').length > 1) break;
  }
  const url = /http:[^\s,]+/.exec(output)![0];
  return {
    /** @returns the response status: 200 if it cosigned the log from one size to another */
    async submit(log: TestLog, from: number, to: number): Promise<number> {
      const body = formatAddCheckpoint(from, log.consistency(from, to), log.checkpoint(to));
      return (await fetch(`${url}/add-checkpoint`, { method: 'POST', body })).status;
    },
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
