/** Startup errors: one message and exit code 1. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const { PATH, NODE_COMPILE_CACHE } = process.env;
const main = join(import.meta.dirname, 'main.ts');

function start(environment: Record<string, string>, ...args: string[]) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    encoding: 'utf8',
    // Timeout for a process that starts unexpectedly. A busy machine takes many seconds.
    timeout: 150_000,
  });
  return { status, sentence: stderr.trim(), stdout };
}

test.each([
  [
    'rejects an invalid port',
    { PORT: 'abc' },
    'PORT deve ser um número de porta de 1 a 65535 (recebido: "abc").',
  ],
  [
    'rejects an invalid role',
    { PORT: '3999', ROLE: 'chefe' },
    'ROLE deve ser web, worker ou all (recebido: "chefe").',
  ],
  [
    'rejects an invalid log level',
    { PORT: '3999', LOG_LEVEL: 'verbose' },
    'LOG_LEVEL deve ser debug, info, warn, error, fatal (recebido: "verbose").',
  ],
  [
    'rejects demo with real credentials',
    { PORT: '3999', MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1' },
    'DEMO não pode ser usado com credenciais reais de pagamento: remova DEMO ou MERCADOPAGO_*.',
  ],
  [
    'rejects production without credentials',
    { PORT: '3999', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    'Faltam MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_WEBHOOK_SECRETS, PUBLIC_URL e AUTH_SECRET: fora do modo demonstração são obrigatórios. Veja docs/operations.md.',
  ],
  [
    'rejects production without the master secret',
    {
      PORT: '3999',
      DEMO: '0',
      MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
      MERCADOPAGO_WEBHOOK_SECRETS: 'segredo',
      PUBLIC_URL: 'https://loja.example',
    },
    'Falta AUTH_SECRET: fora do modo demonstração ele é obrigatório.',
  ],
  [
    'rejects production over http',
    { PORT: '3999', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PUBLIC_URL: 'http://loja.example' },
    'PUBLIC_URL deve começar com https:// fora do modo demonstração: por http, senhas e acessos passam abertos.',
  ],
])('%s', (_name, environment, sentence) => {
  expect(start(environment, '--check')).toMatchObject({ status: 1, sentence });
});

test('rejects a busy port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  expect(start({ PORT: String(port) })).toMatchObject({
    status: 1,
    sentence: `A porta ${port} já está em uso. Encerre o outro programa ou escolha outra com PORT.`,
  });
  other.close();
});

test('reports which of PORT, HOST and DATA_DIR cannot be used', () => {
  expect(start({ PORT: '3997', HOST: '203.0.113.9' })).toMatchObject({
    status: 1,
    sentence: 'HOST deve ser um endereço desta máquina (recebido: "203.0.113.9").',
  });
  expect(start({ PORT: '3997', DATA_DIR: main })).toMatchObject({
    status: 1,
    sentence: `${main}/database não é uma pasta.`,
  });
});

test('reports an unreachable database without its password', () => {
  const { status, sentence } = start({
    PORT: '3998',
    DATABASE_URL: 'postgres://unreachable:segredo@127.0.0.1:1/none',
    DEMO: '1',
  });
  expect(status).toBe(1);
  expect(sentence).toMatch(/^Não foi possível conectar ao banco de dados em 127\.0\.0\.1:1: .+\.$/);
  expect(sentence).not.toContain('segredo');
});

test('reports the signal that ended it before it was ready', async () => {
  // Accepts connections and never responds, like an overloaded database.
  const database = createServer().listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as { port: number };
  const starting = spawn(process.execPath, [main], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: '3996',
      DEMO: '1',
      DATABASE_URL: `postgres://shop@127.0.0.1:${port}/none`,
    },
  });
  const [sentence, ended] = [text(starting.stderr), once(starting, 'exit')];
  await once(database, 'connection');
  starting.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(await sentence).toBe('SIGTERM encerrou o processo antes de ele estar pronto.\n');
  database.close();
});

test('reports the port of the metrics when it is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  expect(start({ PORT: '3995', ROLE: 'worker', METRICS_PORT: String(port) })).toMatchObject({
    status: 1,
    sentence: `A porta ${port} já está em uso. Encerre o outro programa ou escolha outra com METRICS_PORT.`,
  });
  other.close();
});
