import type { RifaStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import {
  CORRECTED_PART_LABELS,
  PUBLISHED_CHANGES,
  type PublishedRifa,
} from '@mare/domain/rifas/corrections/published-changes.ts';
import { Badge } from '../../../ui/data-display/badge.tsx';
import { Card } from '../../../ui/card.tsx';

type Part = keyof PublishedRifa;
type ChangeKind = (typeof PUBLISHED_CHANGES)[Part]['kind'];

const names: Record<Part, string> = {
  ...CORRECTED_PART_LABELS,
  drawDate: 'Data do sorteio, só para uma extração mais tarde e se isso foi declarado',
  minPerOrder: 'Mínimo por pedido',
  maxPerOrder: 'Máximo por pedido',
  priceCentavos: 'Preço',
  totalNumbers: 'Total de números',
  salesStart: 'Abertura das vendas',
  legal: 'Autorização e regulamento',
};

const kindLabels: Record<ChangeKind, string> = {
  free: 'Sem aviso.',
  correction: 'Com um motivo público: quem comprou recebe um aviso, e a página guarda o antes e o depois.',
  never: 'Nem pela administração: quem comprou conta com isto.',
};

/** Which fields of a published rifa may change, until when and how. */
export function ChangeRulesTable({ status }: { status: RifaStatus }) {
  const parts = Object.keys(PUBLISHED_CHANGES) as Part[];
  const ruleOf = (part: Part) => JSON.stringify(PUBLISHED_CHANGES[part]);
  const groups = parts.reduce(
    (groups, part) => groups.set(ruleOf(part), [...(groups.get(ruleOf(part)) ?? []), part]),
    new Map<string, Part[]>(),
  );
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 className="text-xl">O que ainda pode mudar</h2>
        <p className="text-sm text-ink-soft">
          Só quem tem permissão de cuidar de rifas muda uma rifa, e cada mudança fica no registro de
          atividades.
        </p>
      </div>
      <dl className="grid gap-3">
        {[...groups].map(([key, [first, ...others]]) => {
          const { kind, during } = PUBLISHED_CHANGES[first!];
          return (
            <div key={key} className="grid gap-1 border-t border-line pt-3 sm:grid-cols-2 sm:gap-x-6">
              <dt className="font-semibold">{[first!, ...others].map((part) => names[part]).join('; ')}</dt>
              <dd className="grid justify-items-start gap-1 text-sm">
                <Badge tone={during.includes(status) ? 'success' : 'neutral'}>{untilWhen(during)}</Badge>
                {kindLabels[kind]}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

function untilWhen(during: readonly RifaStatus[]): string {
  if (during.length === 0) return 'Nunca';
  return during.includes('closed') ? 'Até o sorteio' : 'Enquanto vende';
}
