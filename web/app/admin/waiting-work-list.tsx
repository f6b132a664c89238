import { Link } from 'react-router';
import type { WaitingWork } from '@mare/contract/admin/admin.ts';
import { Icon } from '../ui/style/icons.tsx';
import { type AdminTabId, adminTabLink } from './admin-tabs.ts';

interface Work {
  count: number;
  text: (count: number) => string;
  tab: AdminTabId;
}

/** Work that needs an admin. Renders nothing if there is none. */
export function WaitingWorkList({ waiting }: { waiting: WaitingWork }) {
  const kinds: Work[] = [
    {
      count: waiting.payments,
      tab: 'pagamentos',
      text: (count) => (count === 1 ? '1 pagamento a conferir' : `${count} pagamentos a conferir`),
    },
    {
      count: waiting.draws,
      tab: 'sorteios',
      text: (count) => (count === 1 ? '1 sorteio para realizar' : `${count} sorteios para realizar`),
    },
    {
      count: waiting.approvals,
      tab: 'aprovacoes',
      text: (count) =>
        count === 1 ? '1 ação espera uma segunda pessoa' : `${count} ações esperam uma segunda pessoa`,
    },
    {
      count: waiting.tickets,
      tab: 'support',
      text: (count) => (count === 1 ? '1 ticket atrasado' : `${count} tickets atrasados`),
    },
  ];
  const work = kinds.filter(({ count }) => count > 0);
  if (work.length === 0) return null;
  return (
    <section aria-label="Precisa de você">
      <ul className="flex flex-wrap gap-3">
        {work.map(({ count, tab, text }) => (
          <li key={tab} className="rounded-md bg-warning-tint font-semibold text-warning">
            <Link to={adminTabLink(tab)} className="flex min-h-11 items-center gap-2 px-4 underline">
              <Icon name="alert" />
              {text(count)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
