import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ShopState } from '@mare/contract/admin/settings-admin.ts';
import { PROVIDER_LABELS } from '@mare/domain/payments/provider-labels.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { FactList } from '../../admin/fact-list.tsx';
import { OutageNotice } from '../../admin/outage-notice.tsx';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { queries } from '../../api.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { CspReports } from './csp-reports.tsx';
import { QueueTable } from './queue-table.tsx';

const REFRESH_MS = 15_000;

type Provider = ShopState['payments']['providers'][number];

const healths: Record<Provider['health'], [BadgeTone, string]> = {
  responds: ['success', 'Respondendo'],
  fails: ['danger', 'Falhando'],
  quiet: ['neutral', 'Sem chamadas agora'],
  unused: ['neutral', 'Sem chamadas ainda'],
};

/** Health of payments, mail and background jobs, polled while shown. */
export function ShopStateView() {
  const state = useQuery({
    ...queries.admin.settings.state.queryOptions(),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  if (!state.data) return <QueryState query={state} />;
  return (
    <>
      <OutageNotice outage={state.data.outage} />
      <UnknownPersons persons={state.data.unknownPersons} />
      <Facts state={state.data} />
      <QueueTable queues={state.data.queues} areCounted={!state.data.outage.isWorkerDown} />
      <CspReports reports={state.data.cspReports} />
    </>
  );
}

/** Persons under other keys are stored only by a process with different settings. */
function UnknownPersons({ persons }: { persons: number }) {
  if (persons === 0) return null;
  return (
    <p className="rounded-md bg-danger-tint p-4 text-sm text-danger">
      {persons === 1
        ? 'O CPF de uma pessoa está guardado'
        : `Os CPFs de ${formatInteger(persons)} pessoas estão guardados`}{' '}
      com uma chave que este site não tem: pausas, exclusões e limites não valem para novas contas, e quem já
      comprou tem o CPF recusado. Peça à operação que confira PERSON_KEYS em todos os processos.
    </p>
  );
}

const mails = { smtp: 'Servidor de e-mail', mailbox: 'Pasta de demonstração', none: 'Desligado' };

const whatsApps = { service: 'Envia avisos', mailbox: 'Pasta de demonstração', none: 'Desligado' };

function Facts({ state: { demo, publicUrl, payments, mail, whatsApp } }: { state: ShopState }) {
  const when = (at: string | null) => (at ? formatDateTime(at) : 'Ainda não houve');
  const mailFails = mail.lastFailedAt !== null && (mail.lastSentAt ?? '') < mail.lastFailedAt;
  const facts: [string, ReactNode][] = [
    ['Endereço', publicUrl],
    ['Ambiente', demo ? 'Demonstração' : 'Produção'],
    ['Pagamentos', <Providers key="payments" providers={payments.providers} />],
    ['Último aviso do provedor', when(payments.lastWebhookAt)],
    [
      'Avisos não lidos',
      `${formatInteger(payments.webhooksWaiting)}${payments.webhooksFailed > 0 ? `, ${formatInteger(payments.webhooksFailed)} sem leitura possível` : ''}`,
    ],
    ['Cobranças sem resposta', formatInteger(payments.unanswered)],
    [
      'E-mail',
      <span key="mail" className="flex flex-wrap items-center gap-2">
        {mails[mail.kind]}
        {mailFails && <Badge tone="danger">O último envio falhou</Badge>}
        {!mailFails && mail.lastSentAt && <Badge tone="success">O último envio saiu</Badge>}
      </span>,
    ],
    ['Último e-mail', when(mail.lastSentAt)],
    [
      'Respostas aos e-mails de tickets',
      mail.replies ? `Entram na conversa, por ${mail.replies}` : 'Não entram na conversa',
    ],
    ['WhatsApp', whatsApps[whatsApp.sends]],
    [
      'Mensagens recebidas por WhatsApp',
      whatsApp.receives ? 'Entram na conversa de quem confirmou o número' : 'Não entram na conversa',
    ],
  ];
  return (
    <>
      <FactList facts={facts} className="sm:grid-cols-2" />
      {mailFails && mail.lastError && (
        <p className="rounded-md bg-danger-tint p-4 text-sm wrap-anywhere text-danger">
          O último e-mail não saiu. O servidor de e-mail disse: {mail.lastError}. Quem espera por um e-mail
          está em{' '}
          <Link to={adminTabLink('mensagens')} className="text-link">
            Mensagens
          </Link>
          .
        </p>
      )}
    </>
  );
}

function Providers({ providers }: { providers: Provider[] }) {
  return providers.map(({ provider, health, lastCalls }) => {
    const [tone, label] = healths[health];
    return (
      <span key={provider} className="block">
        <span className="flex flex-wrap items-center gap-2">
          {PROVIDER_LABELS[provider]}
          <Badge tone={tone}>{label}</Badge>
        </span>
        {health !== 'unused' && lastCalls}
      </span>
    );
  });
}
