/**
 * A simulated bank that speaks the API Pix (release 2.9) over mutual TLS: token, cob, pix, devolução and webhook. It
 * validates certificate, token, txid, amounts, states and limits of returns like a bank.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Certificates, makeCertificates } from './certificates.testing.ts';
import { type ChargesOptions, createCharges, Problem } from './charges.testing.ts';

/** Fault that the bank injects into the next matching calls. */
interface Fault {
  /** Method and start of the path, such as 'PUT /cob/'. */
  match: string;
  times: number;
  /** `lost`: executed, but the response never arrives. */
  kind: 'lost' | 'unavailable' | 'garbage' | 'unauthorised';
}

const CLIENT = { id: 'loja', secret: 'segredo-da-loja' };
export type PixBank = Awaited<ReturnType<typeof startPixBank>>;

export async function startPixBank(options: ChargesOptions) {
  const certificates: Certificates = makeCertificates();
  const charges = createCharges(options);
  const tokens = new Set<string>();
  let faults: Fault[] = [];
  let calls = 0;

  function token(request: IncomingMessage, body: string) {
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
    if (request.headers.authorization !== basic || !body.includes('grant_type=client_credentials'))
      throw new Problem(401, 'AcessoNegado', 'wrong client');
    const value = randomBytes(16).toString('hex');
    tokens.add(value);
    return { access_token: value, token_type: 'Bearer', expires_in: 300 };
  }

  function route(request: IncomingMessage, body: string): unknown {
    const url = new URL(request.url!, 'https://banco.example');
    const [, first = '', id = '', third = '', returnId = ''] = url.pathname
      .split('/')
      .map(decodeURIComponent);
    const input = () => JSON.parse(body) as Record<string, never>;
    const operation = `${request.method} /${first}`;
    if (operation === 'POST /oauth') return token(request, body);
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!tokens.has(bearer)) throw new Problem(401, 'AcessoNegado', 'no token');
    if (operation === 'PUT /cob') return charges.putCob(id, input());
    if (operation === 'PATCH /cob') return charges.patchCob(id, input());
    if (operation === 'GET /cob') return charges.findCob(id);
    if (operation === 'PUT /pix' && third === 'devolucao') return charges.putReturn(id, returnId, input());
    if (operation === 'GET /pix' && id) return charges.findPix(id);
    if (operation === 'GET /pix') {
      const [from, to] = ['inicio', 'fim'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
      const pix = charges
        .allPix()
        .filter(({ horario }) => Date.parse(horario) >= from! && Date.parse(horario) <= to!);
      const size = Number(url.searchParams.get('paginacao.itensPorPagina'));
      const page = Number(url.searchParams.get('paginacao.paginaAtual'));
      const paginacao = {
        paginaAtual: page,
        itensPorPagina: size,
        quantidadeDePaginas: Math.ceil(pix.length / size),
      };
      return { parametros: { paginacao }, pix: pix.slice(page * size, (page + 1) * size) };
    }
    throw new Problem(404, 'NaoEncontrado', 'no such path');
  }

  function answer(request: IncomingMessage, response: ServerResponse, body: string) {
    calls += 1;
    const fault = faults.find(
      ({ match, times }) => times > 0 && `${request.method} ${request.url}`.startsWith(match),
    );
    if (fault) fault.times -= 1;
    if (fault?.kind === 'unavailable') return void response.writeHead(503).end('{}');
    if (fault?.kind === 'unauthorised') {
      tokens.clear();
      return void response.writeHead(401).end('{}');
    }
    let status = 200;
    let result: unknown;
    try {
      result = route(request, body);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      status = error.status;
      const type = `https://pix.bcb.gov.br/api/v2/error/${error.code}`;
      result = { type, title: error.code, status, detail: error.message };
    }
    if (fault?.kind === 'lost') return void request.socket.destroy();
    if (fault?.kind === 'garbage') return void response.writeHead(200).end('<html>');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  }

  const server = createServer(
    {
      cert: certificates.bank.certificate,
      key: certificates.bank.key,
      ca: certificates.authority,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      if (!(request.socket as TLSSocket).authorized) return void response.writeHead(403).end();
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    certificates,
    /** Settings of the shop's account. */
    account: {
      apiUrl: origin,
      tokenUrl: `${origin}/oauth/token`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      certificate: certificates.shop.certificate,
      key: certificates.shop.key,
      authority: certificates.authority,
      receiver: options.receiver,
      webhookSecret: 'segredo-do-aviso-1234',
    },
    calls: () => calls,
    pay: charges.pay,
    forceReturn: charges.forceReturn,
    kept: charges.kept,
    setReturns: charges.setReturns,
    finishReturns: charges.finishReturns,
    fail(...planned: Fault[]) {
      faults = planned;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
