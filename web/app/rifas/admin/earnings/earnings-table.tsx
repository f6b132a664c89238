import {
  type Earnings,
  type EarningsAssumptions,
  type EarningsPlan,
  projectEarnings,
  SHOWN_SHARES,
} from '@mare/domain/rifas/earnings/project-earnings.ts';
import { formatBrl, formatInteger } from '../../../format.ts';
import { classNames } from '../../../ui/style/class-names.ts';

const COSTS = {
  fees: 'Taxa do pagamento',
  commissions: 'Comissões',
  revenueTaxes: 'Impostos sobre as vendas',
  prizes: 'Prêmios',
  prizeTaxes: 'Imposto dos prêmios',
  other: 'Outros custos',
} satisfies Partial<Record<keyof Earnings, string>>;

/** Revenue, costs and profit at each share of sold cotas, in columns on a wide screen. */
export function EarningsTable({
  plan,
  assumptions,
}: {
  plan: EarningsPlan;
  assumptions: EarningsAssumptions;
}) {
  return (
    <ul className="grid gap-3 sm:grid-cols-3">
      {SHOWN_SHARES.map((share) => (
        <Share key={share} share={share} plan={plan} assumptions={assumptions} />
      ))}
    </ul>
  );
}

interface ShareProps {
  share: number;
  plan: EarningsPlan;
  assumptions: EarningsAssumptions;
}

function Share({ share, plan, assumptions }: ShareProps) {
  const sold = Math.floor((plan.totalNumbers * share) / 100);
  const list = projectEarnings(plan, assumptions, sold, 'list');
  const discounted = projectEarnings(plan, assumptions, sold, 'discounted');
  const costs = (Object.keys(COSTS) as (keyof typeof COSTS)[]).filter((cost) => list[cost] > 0);
  return (
    <li className="rounded-md border border-line bg-surface p-4">
      <h4 className="font-bold">{share}% vendido</h4>
      <p className="text-sm text-ink-soft">{formatInteger(sold)} cotas</p>
      <dl className="tabular mt-3 grid gap-1 text-sm">
        <Line label="Vendas" centavos={list.revenue} />
        {costs.map((cost) => (
          <Line key={cost} label={COSTS[cost]} centavos={-list[cost]} />
        ))}
        <Line
          label={list.left < 0 ? 'Falta' : 'Sobra'}
          centavos={Math.abs(list.left)}
          className={classNames(
            'mt-1 border-t border-line pt-2 text-base font-bold',
            list.left < 0 && 'text-danger',
          )}
        />
      </dl>
      {discounted.left !== list.left && (
        <p className="mt-1 text-sm text-ink-soft">
          Com o maior desconto e bônus: {discounted.left < 0 ? 'faltam' : 'sobram'}{' '}
          {formatBrl(Math.abs(discounted.left))}
        </p>
      )}
    </li>
  );
}

function Line({ label, centavos, className }: { label: string; centavos: number; className?: string }) {
  return (
    <div className={classNames('flex flex-wrap justify-between gap-x-3', className)}>
      <dt>{label}</dt>
      <dd className="ml-auto">{formatBrl(centavos)}</dd>
    </div>
  );
}
