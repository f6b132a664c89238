import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { joinWords } from '@mare/domain/format.ts';
import type { ShownDecision } from '@mare/contract/rifas/rifa-ending.ts';
import { ENDING_STEP_LABELS } from '@mare/domain/rifas/ending/ending-labels.ts';
import { queries } from '../../api.ts';
import { formatDateTime, formatPercent } from '../../format.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Rows } from '../lists/admin-list.tsx';
import { adminRifaLink } from '../rifa-links.ts';

const REFRESH_MS = 60_000;

/** For those who manage rifas. */
export function useRifaDecisions() {
  const isManager = usePermission('manage-rifas') === true;
  return useQuery({
    ...queries.admin.rifas.decisions.queryOptions(),
    enabled: isManager,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

type WaitingRifa = NonNullable<ReturnType<typeof useRifaDecisions>['data']>[number];

/** Rifas that need a decision, the most urgent first. Renders nothing without any. */
export function RifaDecisions({ rifas }: { rifas: WaitingRifa[] }) {
  if (rifas.length === 0) return null;
  return (
    <section aria-labelledby="rifas-esperam">
      <h2 id="rifas-esperam" className="mb-4 text-2xl">
        Rifas que esperam você
      </h2>
      <Rows
        rows={rifas}
        empty={{ icon: 'ticket', title: 'Nenhuma rifa espera você' }}
        keyOf={({ id }) => id}
        renderRow={({ id, title, decision, soldNumbers, totalNumbers, prizes, unwonPrizes }) => (
          <div className="grid gap-1 p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                to={`${adminRifaLink(id)}${decision.kind === 'ending' ? '?parte=encerramento' : ''}`}
                className="text-link py-1 font-semibold"
              >
                {title}
              </Link>
              {decision.kind === 'ending' && decision.isLate && <Badge tone="danger">Atrasado</Badge>}
            </p>
            <p className="tabular text-ink-soft">
              {describeDecision(decision, (soldNumbers / totalNumbers) * 100)}
            </p>
            {unwonPrizes.length > 0 && <p>{unwonSentence(prizes, unwonPrizes)}</p>}
          </div>
        )}
      />
    </section>
  );
}

/** @param unwon positions */
export function unwonSentence(prizes: number, unwon: readonly number[]): string {
  if (unwon.length === prizes)
    return 'Sorteada sem ganhador: não havia na lista nenhuma cota que pudesse ganhar.';
  const [which, verb] =
    unwon.length === 1
      ? [`O ${unwon[0]}º prêmio`, 'ficou']
      : [`Os prêmios ${joinWords(unwon.map((position) => `${position}º`))}`, 'ficaram'];
  return `${which} ${verb} sem ganhador: não sobrou na lista nenhuma cota que pudesse ganhar.`;
}

function describeDecision(decision: ShownDecision, soldPercent: number): string {
  switch (decision.kind) {
    case 'ending': {
      const step = ENDING_STEP_LABELS[decision.step];
      return decision.until ? `${step}, até ${formatDateTime(decision.until)}` : step;
    }
    case 'paused':
      return `Vendas pausadas desde ${formatDateTime(decision.since)}`;
    case 'few_sales':
      return `Vendeu ${formatPercent(soldPercent)}. Sem ${decision.minPercent}% até ${formatDateTime(decision.until)}, ${
        decision.policy === 'refund' ? 'a rifa é cancelada e todo o dinheiro volta' : 'o sorteio é adiado'
      }.`;
  }
}
