/**
 * Payment provider for the API Pix of the Central Bank (release 2.9), which every Brazilian bank offers: cob, pix,
 * devolução and webhook. A payment's id is the txid of its charge; a further payment of the same charge has its
 * end-to-end id instead.
 */
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { cutText } from '@mare/domain/cut-text.ts';
import type { Clock } from '../../platform/clock.ts';
import type {
  ChargeRequest,
  PaymentProvider,
  PaymentSnapshot,
  ProviderResult,
  WebhookHint,
  WebhookInput,
} from '../providers/payment-provider.ts';
import { mapResult, parseJson, readAs, readWriteAs, unreadable } from '../provider-client/response.ts';
import { createPixApiClient, type PixApiClient, type PixApiClientOptions } from './client.ts';
import * as wire from './wire.ts';

export interface PixApiOptions extends PixApiClientOptions {
  /** Base URL of the shop: the hosted checkout of this provider is the order's own page. */
  publicUrl: string;
}

const PAGE = 100;
const MIN_EXPIRY_SECONDS = 60;
/** Longest text that the payer sees. */
const MAX_DESCRIPTION = 140;
const END_TO_END_ID = /^E[A-Za-z0-9]{31}$/;

export function createPixApiProvider(options: PixApiOptions): PaymentProvider {
  const client = createPixApiClient(options);
  const { clock } = options;

  async function readCob(txid: string): Promise<ProviderResult<wire.WireCob>> {
    const cob = readAs(await client.read(`/cob/${encodeURIComponent(txid)}`), wire.wireCob);
    // The response is about another charge, so it proves nothing about this one.
    if (cob.ok && cob.value.txid !== txid) return unreadable;
    return cob;
  }

  async function readPix(endToEndId: string): Promise<ProviderResult<wire.WirePix>> {
    return readAs(await client.read(`/pix/${encodeURIComponent(endToEndId)}`), wire.wirePix);
  }

  async function getPayment(paymentId: string): Promise<ProviderResult<PaymentSnapshot>> {
    if (!END_TO_END_ID.test(paymentId))
      return mapResult(await readCob(paymentId), (cob) => wire.cobSnapshot(cob, clock.now()));
    const pix = await readPix(paymentId);
    if (!pix.ok) return pix;
    if (!pix.value.txid) return notFound;
    return mapResult(await readCob(pix.value.txid), (cob) => wire.extraSnapshot(cob, pix.value));
  }

  /** Payments of these charges, without unknown charges. */
  async function paymentsOf(txids: readonly string[]): Promise<ProviderResult<PaymentSnapshot[]>> {
    const found: PaymentSnapshot[] = [];
    for (const txid of new Set(txids)) {
      const cob = await readCob(txid);
      if (cob.ok)
        found.push(
          wire.cobSnapshot(cob.value, clock.now()),
          ...cob.value.pix.slice(1).map((pix) => wire.extraSnapshot(cob.value, pix)),
        );
      else if (cob.error.kind !== 'not_found') return cob;
    }
    return { ok: true, value: found };
  }

  /** The payment behind an id, with its refunds. */
  async function pixOf(paymentId: string): Promise<ProviderResult<wire.WirePix>> {
    if (END_TO_END_ID.test(paymentId)) return readPix(paymentId);
    const cob = await readCob(paymentId);
    if (!cob.ok) return cob;
    const [pix] = cob.value.pix;
    return pix ? { ok: true, value: pix } : { ok: false, error: { kind: 'conflict', code: 'not_paid' } };
  }

  return {
    id: 'pix',
    receiver: options.receiver,
    reviewsPayments: false,
    settlementReports: null,
    isAvailable: () => client.isAvailable(),
    getPayment,

    // The order's page shows the Pix code, so nothing is created here.
    createHostedCheckout: ({ externalReference }) =>
      Promise.resolve({
        ok: true,
        value: {
          providerRef: externalReference,
          url: `${options.publicUrl}/pedido/${externalReference}`,
          sandboxUrl: null,
        },
      }),
    expireHostedCheckout: () => Promise.resolve({ ok: true, value: undefined }),

    async createPix(request, key) {
      const txid = txidOf(key);
      const created = await client.write('PUT', `/cob/${txid}`, cobBody(request, options));
      const cob = readWriteAs(created, wire.wireCob);
      // A repeat of a charge that is paid or removed is rejected: its state is read.
      const known =
        !cob.ok && (cob.error.kind === 'invalid_request' || cob.error.kind === 'conflict')
          ? await readCob(txid)
          : cob;
      if (!known.ok) return known.error.kind === 'not_found' ? (cob as typeof known) : known;
      const { pixCopiaECola } = known.value;
      if (!pixCopiaECola || known.value.txid !== txid)
        return { ok: false, error: { kind: 'unknown_outcome', cause: 'no pixCopiaECola' } };
      return {
        ok: true,
        value: {
          providerRef: txid,
          copyPaste: pixCopiaECola,
          sandboxUrl: null,
          snapshot: wire.cobSnapshot(known.value, clock.now()),
        },
      };
    },

    findPayments: (_reference, { chargeKeys }) => paymentsOf(chargeKeys.map(txidOf)),

    async findUpdatedPayments(from, to) {
      const received = await listPix(client, from, to);
      if (!received.ok) return received;
      return paymentsOf(received.value.flatMap(({ txid }) => (txid ? [txid] : [])));
    },

    async readHinted(topic, resourceId) {
      if (topic !== 'payment') return { ok: true, value: [] };
      if (!END_TO_END_ID.test(resourceId)) {
        const cob = await readCob(resourceId);
        return cob.ok ? paymentsOf([resourceId]) : cob;
      }
      return mapResult(await getPayment(resourceId), (payment) => [payment]);
    },

    async cancelPending(paymentId) {
      const path = `/cob/${encodeURIComponent(paymentId)}`;
      const removed = await client.write('PATCH', path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      const cob = readWriteAs(removed, wire.wireCob);
      // Paid, removed or expired by then: its current state decides.
      if (!cob.ok && (cob.error.kind === 'invalid_request' || cob.error.kind === 'conflict'))
        return getPayment(paymentId);
      return mapResult(cob, (value) => wire.cobSnapshot(value, clock.now()));
    },

    async refund({ paymentId, amountCentavos }, key) {
      const pix = await pixOf(paymentId);
      if (!pix.ok) return pix;
      const path = `/pix/${pix.value.endToEndId}/devolucao/${txidOf(key)}`;
      const valor = wire.wireAmount(amountCentavos ?? pix.value.valor);
      return mapResult(
        readWriteAs(await client.write('PUT', path, { valor }), wire.wireReturn),
        wire.refundSnapshot,
      );
    },

    async listRefunds(paymentId) {
      return mapResult(await pixOf(paymentId), ({ devolucoes }) => devolucoes.map(wire.refundSnapshot));
    },

    readWebhook: (input) => readWebhook(input, options.webhookSecret),
  };
}

const notFound: ProviderResult<never> = { ok: false, error: { kind: 'not_found' } };
/** Id that we choose for a charge or a return: 32 letters and digits. */
const txidOf = (key: string) => key.replaceAll('-', '');

function cobBody(request: ChargeRequest, { receiver, clock }: { receiver: string; clock: Clock }) {
  const seconds = Math.ceil((Date.parse(request.payableUntil) - clock.now().getTime()) / 1000);
  const { cpf, name } = request.buyer;
  return {
    calendario: { expiracao: Math.max(MIN_EXPIRY_SECONDS, seconds) },
    ...(cpf && name && { devedor: { cpf: cpf.replaceAll(/\D/g, ''), nome: cutText(name, 200) } }),
    valor: { original: wire.wireAmount(request.amountCentavos) },
    chave: receiver,
    solicitacaoPagador: cutText(request.description, MAX_DESCRIPTION),
    infoAdicionais: [{ nome: wire.REFERENCE, valor: request.externalReference }],
  };
}

async function listPix(client: PixApiClient, from: Date, to: Date): Promise<ProviderResult<wire.WirePix[]>> {
  const found: wire.WirePix[] = [];
  for (let page = 0; ; page++) {
    const query = new URLSearchParams({
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE),
    });
    const result = readAs(await client.read(`/pix?${query}`), wire.wirePixPage);
    if (!result.ok) return result;
    found.push(...result.value.pix);
    if (page + 1 >= result.value.parametros.paginacao.quantidadeDePaginas) return { ok: true, value: found };
  }
}

const delivery = z.object({
  pix: z.array(z.object({ endToEndId: z.string(), txid: z.string().optional() })),
});

/** A delivery names payments; its other content is never used. The URL contains the secret. */
function readWebhook({ secret, rawBody }: WebhookInput, expected: string): WebhookHint[] {
  if (!isEqual(secret ?? '', expected)) return [{ trust: 'forged', topic: 'payment', resourceId: null }];
  const body = delivery.safeParse(parseJson(rawBody));
  if (!body.success) return [{ trust: 'verified', topic: 'other', resourceId: null }];
  return body.data.pix
    .map(({ txid, endToEndId }) => txid ?? endToEndId)
    .filter((id) => /^[A-Za-z0-9]{1,35}$/.test(id))
    .map((resourceId) => ({ trust: 'verified', topic: 'payment', resourceId }));
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
