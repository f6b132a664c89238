import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  breakEvenNumbers,
  type EarningsAssumptions,
  type EarningsPlan,
  type EarningsVerdict,
  earningsVerdict,
  USUAL_ASSUMPTIONS,
} from '@mare/domain/rifas/earnings/project-earnings.ts';
import { queries } from '../../../api.ts';
import { formatBrl, formatCount, formatInteger, formatPercent } from '../../../format.ts';
import { Field, Input } from '../../../ui/form/field.tsx';
import { centavosText, parseCentavos } from '../../../ui/form/parsing/typed-reais.ts';
import type { RifaFields } from '../fields/rifa-fields.ts';
import { EarningsTable } from './earnings-table.tsx';

const RATES = {
  feeRate: { label: 'Taxa do pagamento, em %', hint: 'No Pix do MercadoPago, 0,99%.' },
  commissionRate: { label: 'Comissão de afiliados, em %', hint: 'Como se toda cota viesse por eles.' },
  revenueTaxRate: { label: 'Impostos sobre as vendas, em %', hint: 'Pergunte ao seu contador.' },
  prizeTaxRate: {
    label: 'Imposto sobre os prêmios, em %',
    hint: 'Produtos e serviços: 20%, por conta de quem organiza. Do dinheiro, desconta-se do prêmio.',
  },
  otherCentavos: { label: 'Outros custos, em reais', hint: 'Frete, anúncios, autorização.' },
} satisfies Record<keyof EarningsAssumptions, { label: string; hint: string }>;

const ASSUMED = Object.keys(RATES) as (keyof EarningsAssumptions)[];

/** Estimates what the typed rifa earns. @param rifaId null for a rifa that is not stored yet */
export function EarningsCard({ rifaId }: { rifaId: string | null }) {
  const plan = useTypedPlan(rifaId);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const assumptions = { ...USUAL_ASSUMPTIONS };
  // Percent with two decimals are ten-thousandths, as reais with two decimals are centavos.
  for (const name of ASSUMED) assumptions[name] = parseCentavos(typed[name] ?? '') ?? assumptions[name];
  return (
    <section
      aria-label="Quanto esta rifa rende"
      className="grid gap-4 rounded-lg border border-line bg-sunken/40 p-4"
    >
      <div>
        <h3 className="text-lg">Quanto esta rifa rende</h3>
        <p className="text-sm text-ink-soft">Uma estimativa, com o que está digitado agora.</p>
      </div>
      {plan === null ? (
        <p className="text-sm">Digite o preço da cota para ver a conta.</p>
      ) : (
        <>
          <Verdict plan={plan} assumptions={assumptions} />
          <EarningsTable plan={plan} assumptions={assumptions} />
        </>
      )}
      <details className="rounded-md border border-line bg-surface p-4">
        <summary className="font-semibold">Taxas, impostos e outros custos da conta</summary>
        <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
          {ASSUMED.map((name) => (
            <Field
              key={name}
              label={RATES[name].label}
              hint={RATES[name].hint}
              error={isInvalid(typed[name]) ? 'Digite um número, como 5 ou 0,99.' : undefined}
            >
              <Input
                inputMode="decimal"
                value={typed[name] ?? centavosText(USUAL_ASSUMPTIONS[name])}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      </details>
    </section>
  );
}

const isInvalid = (text: string | undefined) => text !== undefined && parseCentavos(text) === null;

/** The rifa as typed, with its stored discounts and cotas premiadas; null without a price. */
function useTypedPlan(rifaId: string | null): EarningsPlan | null {
  const { control } = useFormContext<RifaFields>();
  const [price, totalNumbers, prizes] = useWatch({ control, name: ['price', 'totalNumbers', 'prizes'] });
  const enabled = rifaId !== null;
  const input = { id: rifaId ?? '' };
  const terms = useQuery({ ...queries.admin.rifas.terms.queryOptions({ input }), enabled });
  const options = useQuery({ ...queries.admin.rifas.options.queryOptions({ input }), enabled });
  const priceCentavos = parseCentavos(price ?? '') ?? 0;
  if (priceCentavos === 0) return null;
  const plans = terms.data?.terms.plans ?? terms.data?.shopPlans ?? [];
  return {
    priceCentavos,
    totalNumbers: Number(totalNumbers),
    priceSteps: terms.data?.terms.priceSteps,
    combos: terms.data?.terms.combos,
    bonusPercentage: Math.max(0, ...plans.map(({ bonusPercentage }) => bonusPercentage)),
    prizes: (prizes ?? []).map(({ prizeType, value }) => ({
      prizeType,
      valueCentavos: parseCentavos(value),
    })),
    instantPrizes: options.data?.options.instantPrizes ?? [],
  };
}

interface Projected {
  plan: EarningsPlan;
  assumptions: EarningsAssumptions;
}

const TONES: Record<EarningsVerdict, string> = {
  pays: 'bg-success-tint text-success',
  only_at_list_price: 'bg-warning-tint text-warning',
  never: 'bg-danger-tint text-danger',
};

function Verdict({ plan, assumptions }: Projected) {
  const verdict = earningsVerdict(plan, assumptions);
  const all = formatCount(plan.totalNumbers, 'cota', 'cotas');
  const share = (sold: number | null) =>
    sold === null
      ? ''
      : `${formatCount(sold, 'cota vendida', 'cotas vendidas')} (${formatPercent((sold / plan.totalNumbers) * 100)})`;
  const list = breakEvenNumbers(plan, assumptions, 'list');
  const discounted = breakEvenNumbers(plan, assumptions, 'discounted');
  const unvalued = plan.prizes.filter(({ valueCentavos }) => valueCentavos === null).length;
  return (
    <div className="grid gap-2">
      <output className={`rounded-md p-3 font-semibold ${TONES[verdict]}`}>
        {verdict === 'never' &&
          `Não paga os prêmios: nem com todas as ${all} vendidas a ${formatBrl(plan.priceCentavos)}.`}
        {verdict === 'only_at_list_price' &&
          `Com descontos e bônus, pode não pagar os prêmios. Sem descontos, paga a partir de ${share(list)}.`}
        {verdict === 'pays' &&
          (list === discounted
            ? `Paga os prêmios a partir de ${share(list)}.`
            : `Paga os prêmios a partir de ${share(list)}; se todos comprarem com o maior desconto, a partir de ${share(discounted)}.`)}
      </output>
      {unvalued > 0 && (
        <p className="text-sm font-semibold text-warning">
          {formatInteger(unvalued)} {unvalued === 1 ? 'prêmio está' : 'prêmios estão'} sem valor e não{' '}
          {unvalued === 1 ? 'entra' : 'entram'} na conta.
        </p>
      )}
    </div>
  );
}
