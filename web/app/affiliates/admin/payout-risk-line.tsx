import type { Payout, PayoutRisk } from '@mare/contract/affiliates/payouts.ts';
import { formatInteger } from '../../format.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { reversedSinceApproval } from './reversed-since-approval.ts';

/** Fraud signals of a payout: number of buyers, refunds, networks and phones shared with the affiliate, cotas given to her. */
export function PayoutRiskLine({ payout, risk }: { payout: Payout; risk: PayoutRisk }) {
  const { sales, buyers, returned, sameNetwork, samePhone, givenBack } = risk;
  const count = (number: number, one: string, many: string) =>
    `${formatInteger(number)} ${number === 1 ? one : many}`;
  const warnings = [
    returned > 0 && count(returned, 'venda devolvida', 'vendas devolvidas'),
    reversedSinceApproval(payout),
    sameNetwork > 0 &&
      count(sameNetwork, 'pessoa comprou', 'pessoas compraram') + ' da mesma rede de quem divulga',
    samePhone > 0 && count(samePhone, 'pessoa tem', 'pessoas têm') + ' o mesmo telefone confirmado',
    givenBack > 0 && count(givenBack, 'venda tem', 'vendas têm') + ' cotas dadas de presente a quem divulga',
  ].filter((warning) => typeof warning === 'string');
  return (
    <div className="grid gap-1 text-sm">
      <p>
        {count(sales, 'venda', 'vendas')} a {count(buyers, 'pessoa', 'pessoas')}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="flex items-start gap-2 font-semibold">
          <Icon name="alert" className="mt-0.5 size-4.5 shrink-0" />
          {warning}
        </p>
      ))}
    </div>
  );
}
