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

interface Return {
  id: string;
  rtrId: string;
  valor: string;
  natureza: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

interface Pix {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
  devolucoes: Return[];
}

interface Cob {
  txid: string;
  calendario: { criacao: string; expiracao: number };
  revisao: number;
  status: string;
  valor: { original: string };
  chave: string;
  location: string;
  pixCopiaECola: string;
  infoAdicionais?: { nome: string; valor: string }[];
  pix: Pix[];
}

/** Fault that the bank injects into the next matching calls. */
interface Fault {
  /** Method and start of the path, such as 'PUT /cob/'. */
  match: string;
  times: number;
  /** `lost`: carried out, but the response never arrives. */
  kind: 'lost' | 'unavailable' | 'garbage' | 'unauthorised';
}

const CLIENT = { id: 'loja', secret: 'segredo-da-loja' };
const centavos = (valor: string) => Number(valor.replace('.', ''));
const isAmount = (valor: unknown): valor is string =>
  typeof valor === 'string' && /^\d{1,10}\.\d{2}$/.test(valor);

class Problem extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export type PixBank = Awaited<ReturnType<typeof startPixBank>>;

export async function startPixBank(options: {
  receiver: string;
  now: () => Date;
  /** Where payments are announced; called with the body of a delivery. */
  onPaid?: (body: string) => void;
}) {
  const certificates: Certificates = makeCertificates();
  const cobs = new Map<string, Cob>();
  const tokens = new Set<string>();
  let faults: Fault[] = [];
  /** State of a new return. */
  let returnsAre: Return['status'] = 'DEVOLVIDO';
  let calls = 0;

  function token(request: IncomingMessage, body: string) {
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
    if (request.headers.authorization !== basic || !body.includes('grant_type=client_credentials'))
      throw new Problem(401, 'AcessoNegado', 'wrong client');
    const value = randomBytes(16).toString('hex');
    tokens.add(value);
    return { access_token: value, token_type: 'Bearer', expires_in: 300 };
  }

  function putCob(txid: string, body: Partial<Cob>): Cob {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) throw new Problem(400, 'CobOperacaoInvalida', 'txid');
    const { chave, valor, calendario, infoAdicionais } = body;
    if (chave !== options.receiver || !isAmount(valor?.original) || centavos(valor.original) === 0)
      throw new Problem(400, 'CobOperacaoInvalida', 'invalid charge');
    const known = cobs.get(txid);
    if (known) {
      if (known.status === 'ATIVA' && known.valor.original === valor.original) return known;
      throw new Problem(400, 'CobOperacaoInvalida', 'txid was used');
    }
    const cob: Cob = {
      txid,
      calendario: { criacao: options.now().toISOString(), expiracao: calendario?.expiracao ?? 86_400 },
      revisao: 0,
      status: 'ATIVA',
      valor,
      chave,
      location: `pix.banco.example/qr/v2/${txid}`,
      pixCopiaECola: `00020101021226pix.banco.example/qr/v2/${txid}`,
      ...(infoAdicionais && { infoAdicionais }),
      pix: [],
    };
    cobs.set(txid, cob);
    return cob;
  }

  const findCob = (txid: string) => {
    const cob = cobs.get(txid);
    if (!cob) throw new Problem(404, 'NaoEncontrado', 'no such charge');
    return cob;
  };
  const isOpen = (cob: Cob) =>
    cob.status === 'ATIVA' &&
    Date.parse(cob.calendario.criacao) + cob.calendario.expiracao * 1000 > options.now().getTime();

  function patchCob(txid: string, body: Partial<Cob>): Cob {
    const cob = findCob(txid);
    if (body.status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || cob.status !== 'ATIVA')
      throw new Problem(400, 'CobOperacaoInvalida', 'charge is not open');
    cob.status = body.status;
    cob.revisao += 1;
    return cob;
  }

  const allPix = () => [...cobs.values()].flatMap(({ pix }) => pix);
  const findPix = (endToEndId: string) => {
    const pix = allPix().find((one) => one.endToEndId === endToEndId);
    if (!pix) throw new Problem(404, 'NaoEncontrado', 'no such payment');
    return pix;
  };

  function putReturn(endToEndId: string, id: string, { valor }: { valor?: unknown }): Return {
    const pix = findPix(endToEndId);
    const known = pix.devolucoes.find((one) => one.id === id);
    if (known) return known;
    if (!/^[a-zA-Z0-9]{1,35}$/.test(id) || !isAmount(valor) || centavos(valor) === 0)
      throw new Problem(400, 'PixDevolucaoInvalida', 'invalid return');
    const returned = pix.devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, one) => sum + centavos(one.valor), 0);
    if (returned + centavos(valor) > centavos(pix.valor))
      throw new Problem(400, 'PixDevolucaoInvalida', 'more than was paid');
    const made: Return = {
      id,
      rtrId: `D${randomBytes(16).toString('hex').slice(0, 31)}`,
      valor,
      natureza: 'ORIGINAL',
      horario: { solicitacao: options.now().toISOString() },
      status: returnsAre,
    };
    if (returnsAre === 'DEVOLVIDO') made.horario.liquidacao = options.now().toISOString();
    pix.devolucoes.push(made);
    return made;
  }

  function route(request: IncomingMessage, body: string): unknown {
    const url = new URL(request.url!, 'https://banco.example');
    const [, first = '', id = '', third = '', returnId = ''] = url.pathname
      .split('/')
      .map(decodeURIComponent);
    const input = () => JSON.parse(body) as Record<string, never>;
    const what = `${request.method} /${first}`;
    if (what === 'POST /oauth') return token(request, body);
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!tokens.has(bearer)) throw new Problem(401, 'AcessoNegado', 'no token');
    if (what === 'PUT /cob') return putCob(id, input());
    if (what === 'PATCH /cob') return patchCob(id, input());
    if (what === 'GET /cob') return findCob(id);
    if (what === 'PUT /pix' && third === 'devolucao') return putReturn(id, returnId, input());
    if (what === 'GET /pix' && id) return findPix(id);
    if (what === 'GET /pix') {
      const [from, to] = ['inicio', 'fim'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
      const pix = allPix().filter(
        ({ horario }) => Date.parse(horario) >= from! && Date.parse(horario) <= to!,
      );
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
    /** The payer pays. @returns false if the code cannot be paid */
    pay(txid: string, { valor, chave }: { valor?: string; chave?: string } = {}): boolean {
      const cob = cobs.get(txid);
      if (!cob || !isOpen(cob)) return false;
      const pix: Pix = {
        endToEndId: `E${randomBytes(16).toString('hex').slice(0, 31)}`,
        txid,
        valor: valor ?? cob.valor.original,
        chave: chave ?? cob.chave,
        horario: options.now().toISOString(),
        devolucoes: [],
      };
      cob.pix.push(pix);
      cob.status = 'CONCLUIDA';
      options.onPaid?.(JSON.stringify({ pix: [pix] }));
      return true;
    },
    /** The payer's bank takes the whole payment back, for fraud. */
    forceReturn(txid: string) {
      const [pix] = findCob(txid).pix;
      const at = options.now().toISOString();
      pix!.devolucoes.push({
        id: randomBytes(8).toString('hex'),
        rtrId: `D${randomBytes(16).toString('hex').slice(0, 31)}`,
        valor: pix!.valor,
        natureza: 'MED_FRAUDE',
        horario: { solicitacao: at, liquidacao: at },
        status: 'DEVOLVIDO',
      });
    },
    /** Centavos of a charge that were paid and not returned. */
    kept: (txid: string) =>
      findCob(txid)
        .pix.flatMap(({ valor, devolucoes }) => [
          centavos(valor),
          ...devolucoes.filter(({ status }) => status === 'DEVOLVIDO').map((one) => -centavos(one.valor)),
        ])
        .reduce((sum, part) => sum + part, 0),
    /** State of returns requested from now on. */
    setReturns(status: Return['status']) {
      returnsAre = status;
    },
    /** Settles or rejects the returns in process. */
    finishReturns(status: 'DEVOLVIDO' | 'NAO_REALIZADO') {
      for (const one of allPix().flatMap(({ devolucoes }) => devolucoes))
        if (one.status === 'EM_PROCESSAMENTO') {
          one.status = status;
          if (status === 'DEVOLVIDO') one.horario.liquidacao = options.now().toISOString();
        }
    },
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
