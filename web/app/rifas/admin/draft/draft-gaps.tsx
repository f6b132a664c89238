import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { MissingBeforePublishing } from '@mare/domain/rifas/lifecycle/publishing.ts';
import { QueryState } from '../../../admin/lists/query-state.tsx';
import { queries } from '../../../api.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/style/icons.tsx';
import { missingLabels } from '../missing-labels.ts';
import { NextPossible } from '../state/state-change-error.tsx';
import { type DraftStep, stepSearch } from './draft-steps.tsx';

/** Step in which each part is filled in. */
const STEP_OF: Record<MissingBeforePublishing, DraftStep> = {
  title: 'o-que-e',
  image: 'o-que-e',
  blanks: 'o-que-e',
  prizes: 'premios',
  cash_prizes: 'premios',
  price: 'cotas',
  total: 'cotas',
  price_steps: 'cotas',
  series: 'cotas',
  draw_date: 'sorteio',
  sales_end: 'sorteio',
  sales_start: 'sorteio',
  cities: 'sorteio',
  authorisation: 'regulamento',
  certificate: 'regulamento',
  validity: 'regulamento',
  organiser: 'regulamento',
  cnpj: 'regulamento',
  beneficiary: 'regulamento',
  regulation: 'regulamento',
};

/** Missing parts of the stored draft, each with a link to its step. */
export function DraftGaps({ rifaId }: { rifaId: string }) {
  const gaps = useQuery({
    ...queries.admin.rifas.gaps.queryOptions({ input: { id: rifaId } }),
    staleTime: 0,
  });
  if (!gaps.data)
    return (
      <Card padded>
        <QueryState query={gaps} />
      </Card>
    );
  const { missing } = gaps.data;
  if (missing.length === 0)
    return (
      <Card padded>
        <p className="flex items-center gap-2 font-semibold text-success">
          <Icon name="check" className="shrink-0" />
          Nada falta para publicar. Confira abaixo.
        </p>
      </Card>
    );
  return (
    <Card padded className="grid gap-3">
      <h3 className="text-xl">Falta para publicar</h3>
      <ul className="grid gap-1">
        {missing.map((part) => (
          <li key={part} className="flex items-start gap-2">
            <Icon name="alert" className="mt-2.5 size-4 shrink-0 text-warning" />
            <Link to={stepSearch(STEP_OF[part])} className="text-link py-1.5">
              {missingLabels[part]}
            </Link>
          </li>
        ))}
      </ul>
      <NextPossible gaps={gaps.data} />
    </Card>
  );
}
