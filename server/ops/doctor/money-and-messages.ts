/** Checks of `ops doctor` on money and messages beyond overdue work, as in deploy/grafana/alerts.yaml. */
import { sql } from 'kysely';
import { jobLabel } from '@mare/domain/admin/jobs/job-labels.ts';
import { providerLabel } from '@mare/domain/payments/provider-labels.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { findLedgerProof } from '../../ledger/ledger-proof.ts';
import { readOutboxHealth } from '../../mail/outbox/read-outbox.ts';
import { readProviderCalls } from '../../payments/monitoring/provider-metrics.ts';
import type { Clock } from '../../platform/clock.ts';
import { finding, type Finding } from '../findings.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const MAX_PROOF_AGE_MS = 30 * 3_600_000;
const UNANSWERED_MS = 10 * 60_000;

export async function checkMessages({ db, clock }: Deps): Promise<Finding[]> {
  const { parked, late: overdue } = await readOutboxHealth(db, clock);
  return [
    finding(overdue === 0, 'Nenhuma mensagem espera há mais de dez minutos.', {
      text: `Mensagens que esperam há mais de dez minutos: ${overdue}.`,
      advice:
        'Confira se há um processo com ROLE=worker no ar; depois o servidor de e-mail, o SMS e o WhatsApp: /admin/mensagens mostra o que cada um respondeu.',
    }),
    ...(parked === 0
      ? []
      : [
          {
            level: 'warning' as const,
            text: `Mensagens paradas depois de todas as tentativas: ${parked}.`,
            advice: 'Com a causa resolvida, use "Enviar todas de novo" em /admin/mensagens.',
          },
        ]),
  ];
}

/** Before the first call nothing is known. */
export async function checkProviders(deps: Deps): Promise<Finding[]> {
  const known = await readProviderCalls(deps);
  return known.map(({ provider, health, failures, lastFailure, lastCalls }): Finding => {
    const text = `Provedor de pagamentos ${providerLabel(provider)} (${provider}): ${lastCalls}`;
    if (failures === 0) return { level: 'ok', text };
    return {
      // Ignores single failures, which may be transient, and old ones.
      level: health === 'fails' && failures > 1 ? 'error' : 'warning',
      text,
      advice:
        lastFailure === 'auth'
          ? 'Confira MERCADOPAGO_ACCESS_TOKEN, ou PIX_CLIENT_ID, PIX_CLIENT_SECRET e o certificado.'
          : 'Confira a página de estado do provedor e a rede deste servidor: cobranças e reembolsos seguem sozinhos quando ele responder.',
    };
  });
}

export async function checkCharges({ db, clock }: Deps): Promise<Finding[]> {
  const { rows } = await sql<{ unanswered: number; waiting: number }>`
    select (select count(*)::integer from payment_attempts
        where state = 'unknown' and created_at < ${new Date(clock.now().getTime() - UNANSWERED_MS)}) as unanswered,
      (select count(*)::integer from refunds where state = 'waiting_funds') as waiting`.execute(db);
  const { unanswered, waiting } = rows[0]!;
  return [
    finding(unanswered === 0, 'Nenhuma cobrança está sem resposta.', {
      text: `Cobranças sem resposta há mais de dez minutos: ${unanswered}.`,
      advice: 'Confira a página de estado do provedor: as cobranças seguem sozinhas quando ele voltar.',
    }),
    finding(
      waiting === 0,
      'Nenhum reembolso espera por saldo.',
      {
        text: `Reembolsos que esperam por saldo no provedor: ${waiting}.`,
        advice: 'Deposite na conta do provedor: eles são tentados de novo sozinhos.',
      },
      'warning',
    ),
  ];
}

/** Before the first night there is no proof yet. */
export async function checkLedgerProof({ db, clock }: Deps): Promise<Finding[]> {
  const proof = await findLedgerProof(db);
  if (!proof) return [];
  const isOld = clock.now().getTime() - proof.provedAt.getTime() > MAX_PROOF_AGE_MS;
  return [
    finding(proof.mismatches.length === 0, 'A prova noturna do livro-caixa não achou diferenças.', {
      text: `A prova noturna do livro-caixa achou diferenças: ${proof.mismatches.length}.`,
      advice: 'Veja cada uma em /admin/financeiro, antes de devolver ou repassar dinheiro.',
    }),
    ...(isOld
      ? [
          {
            level: 'warning' as const,
            text: 'A prova noturna do livro-caixa não roda há mais de 30 horas.',
            advice: `Procure “${jobLabel('prove-ledger').title}” (fila prove-ledger) em Mensagens › Tarefas paradas.`,
          },
        ]
      : []),
  ];
}
