import { Link } from 'react-router';
import type { WaitingWork } from '@mare/contract/admin/admin.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { useRole } from '../../session/use-role.ts';
import { type AdminTabId, adminTabLink, tabsOf } from '../admin-tabs.ts';

interface Work {
  count: number;
  text: (count: number) => string;
  tab: AdminTabId;
  /** Id of the heading of its tab. */
  part?: string;
}

/** Work that the user's role can do. Renders nothing if there is none. */
export function WaitingWorkList({ waiting }: { waiting: WaitingWork }) {
  const role = useRole();
  const open = new Set(tabsOf(role).map(({ id }) => id));
  const kinds: Work[] = [
    {
      count: waiting.failingProviders,
      tab: 'pagamentos',
      text: (count) =>
        count === 1
          ? 'O provedor de pagamentos não responde'
          : `${count} provedores de pagamentos não respondem`,
    },
    {
      count: waiting.payments,
      tab: 'pagamentos',
      text: (count) => (count === 1 ? '1 pagamento a conferir' : `${count} pagamentos a conferir`),
    },
    {
      count: waiting.failingDraws,
      tab: 'sorteios',
      text: (count) => (count === 1 ? '1 sorteio não confere' : `${count} sorteios não conferem`),
    },
    {
      count: waiting.draws,
      tab: 'sorteios',
      text: (count) => (count === 1 ? '1 sorteio para realizar' : `${count} sorteios para realizar`),
    },
    {
      count: waiting.results,
      tab: 'sorteios',
      part: 'resultados',
      text: (count) =>
        count === 1 ? '1 resultado da loteria para conferir' : `${count} resultados da loteria para conferir`,
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
      text: (count) => {
        const overdue = waiting.overdueTickets;
        const text = count === 1 ? '1 ticket espera resposta' : `${count} tickets esperam resposta`;
        if (overdue === 0) return text;
        return overdue === 1 ? `${text}, 1 atrasado` : `${text}, ${overdue} atrasados`;
      },
    },
    {
      count: waiting.prizes,
      tab: 'sorteios',
      part: 'premios-a-entregar',
      text: (count) => (count === 1 ? '1 prêmio para entregar' : `${count} prêmios para entregar`),
    },
    {
      count: waiting.lapsedPrizes,
      tab: 'sorteios',
      part: 'premios-a-entregar',
      text: (count) =>
        count === 1
          ? '1 prêmio prescrito a recolher ao Tesouro'
          : `${count} prêmios prescritos a recolher ao Tesouro`,
    },
    {
      count: waiting.instantPrizes,
      tab: 'gamification',
      text: (count) =>
        count === 1 ? '1 cota premiada para entregar' : `${count} cotas premiadas para entregar`,
    },
    {
      count: waiting.rankingPrizes,
      tab: 'gamification',
      text: (count) =>
        count === 1 ? '1 prêmio de ranking para entregar' : `${count} prêmios de ranking para entregar`,
    },
    {
      count: waiting.partners,
      tab: 'partners',
      text: (count) => (count === 1 ? '1 parceiro espera aprovação' : `${count} parceiros esperam aprovação`),
    },
    {
      count: waiting.vouchers,
      tab: 'partners',
      text: (count) =>
        count === 1 ? '1 voucher de parceiro em pausa' : `${count} vouchers de parceiros em pausa`,
    },
    {
      count: waiting.affiliatePayouts,
      tab: 'affiliates',
      text: (count) =>
        count === 1 ? '1 repasse de afiliado para pagar' : `${count} repasses de afiliados para pagar`,
    },
    {
      count: waiting.partnerPayouts,
      tab: 'partners',
      text: (count) =>
        count === 1 ? '1 repasse de parceiro para pagar' : `${count} repasses de parceiros para pagar`,
    },
    {
      count: waiting.pausedCampaigns,
      tab: 'email-campaigns',
      text: (count) => (count === 1 ? '1 campanha pausada' : `${count} campanhas pausadas`),
    },
    {
      count: waiting.messages,
      tab: 'mensagens',
      text: (count) => (count === 1 ? '1 mensagem não saiu' : `${count} mensagens não saíram`),
    },
    {
      count: waiting.jobs,
      tab: 'mensagens',
      text: (count) => (count === 1 ? '1 tarefa parou' : `${count} tarefas pararam`),
    },
  ];
  const work = kinds.filter(({ count, tab }) => count > 0 && open.has(tab));
  if (work.length === 0) return null;
  return (
    <section aria-label="Precisa de você">
      <ul className="grid gap-2 sm:flex sm:flex-wrap sm:gap-3">
        {work.map(({ count, tab, part, text }) => (
          <li key={text(2)} className="rounded-md bg-warning-tint font-semibold text-warning">
            <Link
              to={part ? `${adminTabLink(tab)}#${part}` : adminTabLink(tab)}
              className="flex min-h-11 items-center gap-2 px-4 py-2 underline"
            >
              <Icon name="alert" className="shrink-0" />
              {text(count)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
