import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AutomatedMailRow } from '@mare/contract/campaigns/automations-admin.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount, formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

/** Latest mails of an automation, with recipient, time and result. */
export function AutomationLog({ automationKey }: { automationKey: Automation }) {
  const log = useQuery({
    ...queries.admin.campaigns.automationLog.queryOptions({ input: { key: automationKey } }),
    staleTime: 0,
  });
  if (log.isError && !log.data)
    return <ErrorState title={errorMessage(log.error)} onRetry={() => log.refetch()} />;
  if (!log.data) return <Skeleton className="h-48" />;
  if (log.data.length === 0) return <p className="border-t border-line pt-5">Nada saiu ainda.</p>;
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <ul className="max-h-96 divide-y divide-line overflow-y-auto">
        {log.data.map((mail) => (
          <LoggedMail key={mail.id} mail={mail} />
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        Os últimos 50; os que ainda esperam vêm por último. Um e-mail não sai para quem já comprou, recusou
        esse tipo de e-mail ou esperava um que foi tirado. Cliques só são medidos de quem aceitou a medição;
        um pedido pago conta para o último e-mail clicado.
      </p>
    </div>
  );
}

function LoggedMail({ mail }: { mail: AutomatedMailRow }) {
  const { userId, name, isClicked, orders, revenueCentavos } = mail;
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <Link
        to={`${adminTabLink('crm')}/${userId}`}
        className="text-link justify-self-start py-2 font-semibold wrap-anywhere"
      >
        {name ?? 'Sem nome'}
      </Link>
      <span className="tabular text-sm text-ink-soft">
        {mail.step === null ? 'e-mail tirado' : `${mail.step}º e-mail`} · {describeState(mail)}
        {isClicked && ' · clicou'}
        {orders > 0 && (
          <>
            {' · '}
            <strong className="text-ink">
              {formatCount(orders, 'pedido pago', 'pedidos pagos')}, {formatBrl(revenueCentavos)}
            </strong>
          </>
        )}
      </span>
    </li>
  );
}

function describeState({ state, createdAt, dueAt, sentAt }: AutomatedMailRow): string {
  switch (state) {
    case 'waiting':
      return `sai a partir de ${formatDateTime(dueAt)}`;
    case 'claimed':
    case 'sending':
      return 'saindo';
    case 'sent':
      return `saiu em ${formatDateTime(sentAt ?? createdAt)}`;
    case 'skipped':
      return 'não saiu';
    case 'failed':
      return 'não chegou';
  }
}
