import type { GroupPart, GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { formatCotaNumber } from '../../format.ts';
import { partStateLabels } from '../../orders/part-state-label.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import type { IconName } from '../../ui/style/icons.tsx';

interface PartListProps {
  group: GroupPurchase;
  /** Null while no part can be taken. */
  onTake: ((part: GroupPart) => void) | null;
}

/** All parts: their holders, whether they are paid, and their numbers. */
export function PartList({ group, onTake }: PartListProps) {
  return (
    <section aria-labelledby="parts-title" className="grid gap-3">
      <h2 id="parts-title" className="text-xl">
        As partes
      </h2>
      <ol className="grid gap-3">
        {group.parts.map((part) => (
          <li key={part.partNo}>
            <PartCard group={group} part={part} onTake={onTake} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const looks: Record<
  GroupPart['state'] | 'kept' | 'disputed',
  { label: string; tone: BadgeTone; icon?: IconName }
> = {
  ...partStateLabels,
  kept: { label: 'Guardada', tone: 'neutral' },
  disputed: { label: 'Em contestação', tone: 'warning' },
};

const FEW_NUMBERS = 12;

function PartCard({ group, part, onTake }: PartListProps & { part: GroupPart }) {
  const { partNo, state, name, numbers } = part;
  // Before the group opens, its parts wait for the first payment.
  const isKept = state === 'free' && group.state === 'starting';
  const { label, ...look } = looks[isKept ? 'kept' : part.isDisputed ? 'disputed' : state];
  const isOver = state === 'ended' || state === 'returned';
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken font-display font-bold"
        >
          {partNo}
        </span>
        <p className="min-w-0 grow font-semibold">
          <span className="sr-only">Parte {partNo}: </span>
          {part.externalReference && !isOver
            ? `${name} (você)`
            : (name ?? (isOver ? 'Ninguém' : 'Ninguém ainda'))}
        </p>
        <Badge {...look}>{label}</Badge>
      </div>
      {!isOver && (
        <ul aria-label={`Números da parte ${partNo}`} className="flex flex-wrap gap-1.5">
          {numbers.slice(0, FEW_NUMBERS).map((number) => (
            <li key={number}>
              <NumberChip>{formatCotaNumber(number, group.rifa.totalNumbers)}</NumberChip>
            </li>
          ))}
          {numbers.length > FEW_NUMBERS && (
            <li className="text-sm text-ink-soft">e mais {numbers.length - FEW_NUMBERS}</li>
          )}
        </ul>
      )}
      {state === 'free' && onTake && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => onTake(part)}>
          Pegar esta parte<span className="sr-only">: parte {partNo}</span>
        </Button>
      )}
    </Card>
  );
}
