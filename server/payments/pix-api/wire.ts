/** Messages of the API Pix (release 2.9) and their meaning for a payment. */
import { z } from 'zod';
import type { PaymentState } from '@mare/domain/payments/payment-state.ts';
import type { PaymentSnapshot, RefundSnapshot } from '../providers/payment-provider.ts';

const amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text) => Number(text.replace('.', '')));
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const wireReturn = z.object({
  id: z.string(),
  valor: amount,
  /** Absent if the shop requested the return. */
  natureza: z.string().default('ORIGINAL'),
  horario: z.object({ solicitacao: moment.optional(), liquidacao: moment.optional() }),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
});
export type WireReturn = z.output<typeof wireReturn>;

export const wirePix = z.object({
  endToEndId: z.string(),
  txid: z.string().optional(),
  valor: amount,
  chave: z.string().optional(),
  horario: moment,
  devolucoes: z.array(wireReturn).default([]),
});
export type WirePix = z.output<typeof wirePix>;

export const wireCob = z.object({
  txid: z.string(),
  calendario: z.object({ criacao: moment, expiracao: z.coerce.number() }),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  valor: z.object({ original: amount }),
  chave: z.string(),
  pixCopiaECola: z.string().optional(),
  infoAdicionais: z.array(z.object({ nome: z.string(), valor: z.string() })).default([]),
  pix: z.array(wirePix).default([]),
});
export type WireCob = z.output<typeof wireCob>;

const page = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number() }) }),
});
export const wirePixPage = page.extend({ pix: z.array(wirePix).default([]) });

/** Name under which a charge carries the order's reference. */
export const REFERENCE = 'Pedido';

/** Returns that the payer's bank forced, by the rules for fraud and errors (MED). */
const isForced = ({ natureza }: WireReturn) => natureza.startsWith('MED');

/** @returns centavos */
function sumOf(returns: readonly WireReturn[]): number {
  return returns.reduce((sum, { valor }) => sum + valor, 0);
}

/** After its end a code cannot be paid; the margin covers clocks that differ. */
const EXPIRED_MARGIN_MS = 60_000;

/**
 * A charge with its first payment. The API has no time of the last change, so it is computed: the latest moment that the
 * charge names.
 */
export function cobSnapshot(cob: WireCob, now: Date): PaymentSnapshot {
  const [pix] = cob.pix;
  const expiresAt = new Date(cob.calendario.criacao.getTime() + cob.calendario.expiracao * 1000);
  const open = cob.status === 'ATIVA' ? 'pending' : 'cancelled';
  const isExpired = open === 'pending' && now.getTime() > expiresAt.getTime() + EXPIRED_MARGIN_MS;
  const unpaid = isExpired ? 'cancelled' : open;
  return {
    ...(pix ? pixState(pix) : { ...NOTHING, state: unpaid, updatedAt: cob.calendario.criacao }),
    provider: 'pix',
    paymentId: cob.txid,
    externalReference: cob.infoAdicionais.find(({ nome }) => nome === REFERENCE)?.valor ?? null,
    rawStatus: isExpired ? 'EXPIRADA' : cob.status,
    rawDetail: isExpired ? 'expired' : null,
    amountCentavos: pix?.valor ?? cob.valor.original,
    feeCentavos: 0,
    currency: 'BRL',
    receiver: pix?.chave ?? cob.chave,
    method: 'pix',
    expiresAt,
  };
}

/** A payment beyond the first of a charge. It is known by its own end-to-end id. */
export function extraSnapshot(cob: WireCob, pix: WirePix): PaymentSnapshot {
  return {
    ...cobSnapshot({ ...cob, pix: [pix] }, pix.horario),
    paymentId: pix.endToEndId,
  };
}

const NOTHING = { refundedCentavos: 0, endToEndId: null, approvedAt: null };

function pixState(pix: WirePix) {
  const doneRefunds = pix.devolucoes.filter(({ status }) => status === 'DEVOLVIDO');
  const refunded = sumOf(doneRefunds.filter((one) => !isForced(one)));
  const forced = sumOf(doneRefunds.filter(isForced));
  const state: PaymentState =
    forced > 0 && forced + refunded >= pix.valor
      ? 'charged_back'
      : refunded + forced >= pix.valor
        ? 'refunded'
        : 'approved';
  const times = doneRefunds.map(({ horario }) =>
    (horario.liquidacao ?? horario.solicitacao ?? pix.horario).getTime(),
  );
  return {
    state,
    refundedCentavos: state === 'charged_back' ? refunded : refunded + forced,
    endToEndId: pix.endToEndId,
    approvedAt: pix.horario,
    updatedAt: new Date(Math.max(pix.horario.getTime(), ...times)),
  };
}

const RETURN_STATES = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'done',
  NAO_REALIZADO: 'rejected',
} as const satisfies Record<WireReturn['status'], RefundSnapshot['state']>;

export function refundSnapshot({ id, valor, status }: WireReturn): RefundSnapshot {
  return { refundId: id, amountCentavos: valor, state: RETURN_STATES[status] };
}

/** '12.50' for 1250. */
export function wireAmount(centavos: number): string {
  return `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;
}
