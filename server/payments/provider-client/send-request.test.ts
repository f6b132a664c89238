import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { sendRequest } from './send-request.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** @returns its address */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (url: string, timeoutMs = 10_000) =>
  sendRequest({ url, method: 'GET', headers: { authorization: 'Bearer secret' }, body: null, timeoutMs });

test('sends method, headers and body, and reads a response in several parts', async () => {
  const address = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { method, url, headers } = request;
      const requestHead = JSON.stringify({
        method,
        url,
        key: headers['x-key'],
        length: headers['content-length'],
      });
      const bytes = Buffer.from(`${requestHead}|${body}`);
      response.writeHead(201, { 'retry-after': '7' });
      // Splits a character of two bytes.
      response.write(bytes.subarray(0, -1));
      response.end(bytes.subarray(-1));
    });
  });
  const { status, headers, text } = await sendRequest({
    url: `${address}/payments?x=1`,
    method: 'POST',
    headers: { 'x-key': 'one' },
    body: 'maré',
    timeoutMs: 10_000,
  });
  expect([status, headers['retry-after']]).toEqual([201, '7']);
  expect(text).toBe('{"method":"POST","url":"/payments?x=1","key":"one","length":"5"}|maré');
});

test('keeps the connection for the next request', async () => {
  const ports = new Set<number | undefined>();
  const address = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('ok');
  });
  await get(address);
  await get(address);
  expect(ports.size).toBe(1);
});

test('rejects a redirect without following it', async () => {
  const visited: string[] = [];
  const address = await serve((request, response) => {
    visited.push(request.url!);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await expect(get(`${address}/payments`)).rejects.toThrow('redirects');
  expect(visited).toEqual(['/payments']);
});

test('rejects a response whose body does not end in time', async () => {
  const address = await serve((_, response) => void response.writeHead(200).write('{"id": 1'));
  await expect(get(address, 50)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('rejects a connection that is lost within the body', async () => {
  const address = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"id"', () => response.destroy());
  });
  await expect(get(address)).rejects.toThrow('aborted');
});

test('rejects a refused connection', async () => {
  const address = await serve(() => undefined);
  closing.splice(0).forEach((close) => close());
  await expect(get(address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('uses the proxy of the environment with NODE_USE_ENV_PROXY', async () => {
  const proxy = await serve((request, response) => void response.end(`through the proxy to ${request.url}`));
  const file = join(import.meta.dirname, 'send-request.ts');
  const request = {
    url: 'http://provider.test/x',
    method: 'GET',
    headers: {},
    body: null,
    timeoutMs: 10_000,
  };
  const script = `const { sendRequest } = await import(${JSON.stringify(file)});
    console.log((await sendRequest(${JSON.stringify(request)})).text);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '' },
  });
  expect(stdout.trim()).toBe('through the proxy to http://provider.test/x');
});
