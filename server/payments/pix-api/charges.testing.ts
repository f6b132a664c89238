/** Charges, payments and returns of the simulated bank, with the limits and states of a real one. */
import { randomBytes } from 'node:crypto';
import { wireAmount } from './wire.ts';

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

const centavos = (valor: string) => Number(valor.replace('.', ''));
const isAmount = (valor: unknown): valor is string =>
  typeof valor === 'string' && /^\d{1,10}\.\d{2}$/.test(valor);

/** Rejection in the format of the API. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export interface ChargesOptions {
  receiver: string;
  now: () => Date;
  /** Where payments are announced; called with the body of a delivery. */
  onPaid?: (body: string) => void;
}

export function createCharges(options: ChargesOptions) {
  const cobs = new Map<string, Cob>();
  /** State of a new return. */
  let returnsAre: Return['status'] = 'DEVOLVIDO';

  function putCob(txid: string, body: Partial<Cob>): Cob {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) throw new Problem(400, 'CobOperacaoInvalida', 'txid');
    const { chave, valor, calendario, infoAdicionais } = body;
    if (chave !== options.receiver || !isAmount(valor?.original) || centavos(valor.original) === 0)
      throw new Problem(400, 'CobOperacaoInvalida', 'invalid charge');
    const stored = cobs.get(txid);
    if (stored) {
      if (stored.status === 'ATIVA' && stored.valor.original === valor.original) return stored;
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
    const stored = pix.devolucoes.find((one) => one.id === id);
    if (stored) return stored;
    if (!/^[a-zA-Z0-9]{1,35}$/.test(id) || !isAmount(valor) || centavos(valor) === 0)
      throw new Problem(400, 'PixDevolucaoInvalida', 'invalid return');
    const returned = pix.devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, one) => sum + centavos(one.valor), 0);
    if (returned + centavos(valor) > centavos(pix.valor))
      throw new Problem(400, 'PixDevolucaoInvalida', 'more than was paid');
    const created: Return = {
      id,
      rtrId: `D${randomBytes(16).toString('hex').slice(0, 31)}`,
      valor,
      natureza: 'ORIGINAL',
      horario: { solicitacao: options.now().toISOString() },
      status: returnsAre,
    };
    if (returnsAre === 'DEVOLVIDO') created.horario.liquidacao = options.now().toISOString();
    pix.devolucoes.push(created);
    return created;
  }

  return {
    putCob,
    findCob,
    patchCob,
    allPix,
    findPix,
    putReturn,
    /** The payer pays. @returns false if the code cannot be paid */
    pay: (txid: string, { valor, chave }: { valor?: string; chave?: string } = {}): boolean => {
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
    /** The payer's bank reverses a payment for fraud. @param amountCentavos default: all of it */
    forceReturn: (txid: string, amountCentavos?: number) => {
      const [pix] = findCob(txid).pix;
      const at = options.now().toISOString();
      pix!.devolucoes.push({
        id: randomBytes(8).toString('hex'),
        rtrId: `D${randomBytes(16).toString('hex').slice(0, 31)}`,
        valor: amountCentavos === undefined ? pix!.valor : wireAmount(amountCentavos),
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
    setReturns: (status: Return['status']) => {
      returnsAre = status;
    },
    /** Settles or rejects the returns in process. */
    finishReturns: (status: 'DEVOLVIDO' | 'NAO_REALIZADO') => {
      for (const pixReturn of allPix().flatMap(({ devolucoes }) => devolucoes))
        if (pixReturn.status === 'EM_PROCESSAMENTO') {
          pixReturn.status = status;
          if (status === 'DEVOLVIDO') pixReturn.horario.liquidacao = options.now().toISOString();
        }
    },
  };
}
