import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { ShownEndingStep } from '@mare/contract/rifas/rifa-ending.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { ENDING_STEP_LABELS } from '@mare/domain/rifas/ending/ending-labels.ts';
import type { StepState, WaitedFor } from '@mare/domain/rifas/ending/ending-steps.ts';
import { ExportButton } from '../../../admin/lists/export-button.tsx';
import { queries } from '../../../api.ts';
import { formatDateTime } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Badge, type BadgeTone } from '../../../ui/data-display/badge.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { FrozenListExports } from './frozen-list-exports.tsx';

const states: Record<StepState, { label: string; tone: BadgeTone }> = {
  done: { label: 'Feito', tone: 'success' },
  skipped: { label: 'Não precisa', tone: 'neutral' },
  waiting: { label: 'Agora', tone: 'sea' },
  late: { label: 'Atrasado', tone: 'danger' },
  later: { label: 'Depois', tone: 'neutral' },
};

const waitedFor: Record<WaitedFor, string> = {
  program: 'Acontece sozinho',
  buyers: 'Espera quem reservou e ainda pode pagar',
  lottery: 'Espera a Loteria Federal',
  team: 'Espera a equipe',
  second_person: 'Espera uma segunda pessoa da equipe',
  winner: 'Espera quem ganhou',
};

/** Steps from the end of sales to closed books, each with the responsible person and the deadline. */
export function EndingCard({ rifa }: { rifa: ManagedRifa }) {
  const ending = useQuery({
    ...queries.admin.rifas.ending.queryOptions({ input: { id: rifa.id } }),
    staleTime: 0,
  });
  if (ending.isError && !ending.data)
    return <ErrorState title={errorMessage(ending.error)} onRetry={() => ending.refetch()} />;
  if (!ending.data) return <Skeleton className="h-96" />;
  const { steps } = ending.data;
  if (steps.length === 0)
    return (
      <Card padded>
        <p>
          Esta rifa foi cancelada: não há sorteio nem prêmio a entregar. Os reembolsos estão em Pagamentos.
        </p>
      </Card>
    );
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-xl">Encerramento da rifa</h2>
      <ol aria-label="Passos do encerramento" className="grid gap-4">
        {steps.map((step, index) => (
          <li
            key={step.id}
            className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line pb-4 last:border-0 last:pb-0"
          >
            <span className="tabular text-right font-display text-lg font-bold text-ink-soft">
              {index + 1}
            </span>
            <div className="grid gap-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <strong>{ENDING_STEP_LABELS[step.id]}</strong>
                <Badge tone={states[step.state].tone}>{states[step.state].label}</Badge>
              </p>
              <StepText step={step} />
              {step.waitsFor && <StepAction step={step} rifaId={rifa.id} />}
              {step.id === 'list_frozen' && step.state === 'done' && <FrozenListExports rifaId={rifa.id} />}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StepText({ step: { waitsFor, until, doneAt, missing } }: { step: ShownEndingStep }) {
  const notes = [
    ...(waitsFor ? [waitedFor[waitsFor]] : []),
    ...(waitsFor && missing ? [missing === 1 ? 'falta 1' : `faltam ${missing}`] : []),
    ...(until && !doneAt ? [`até ${formatDateTime(until)}`] : []),
    ...(doneAt ? [formatDateTime(doneAt)] : []),
  ];
  if (notes.length === 0) return null;
  return <p className="text-sm text-ink-soft">{notes.join(' · ')}</p>;
}

/** Link to the page where the step is done. */
function StepAction({ step, rifaId }: { step: ShownEndingStep; rifaId: string }) {
  const client = useQueryClient();
  switch (step.id) {
    case 'report_exported':
      return (
        <div className="flex flex-wrap gap-3">
          {(['pdf', 'xlsx'] as const).map((format) => (
            <ExportButton
              key={format}
              list="prestacao"
              format={format}
              search={{ rifa: rifaId }}
              label={`Exportar em ${format.toUpperCase()}`}
              onExported={() => void client.invalidateQueries({ queryKey: queries.admin.rifas.ending.key() })}
            />
          ))}
        </div>
      );
    case 'sealed':
      if (step.waitsFor !== 'team') return null;
      return (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm">
            O lacre ainda não saiu: o arquivo de extrações não está em dia. Ele sai sozinho assim que uma
            fonte da Loteria Federal responder.
          </p>
          <LinkButton to="/admin/sorteios/extracoes" variant="outline" size="sm">
            Conferir as fontes
          </LinkButton>
        </div>
      );
    case 'books_closed':
      return <CloseBooks rifaId={rifaId} />;
    case 'second_person':
    case 'result':
      return <DrawsLink part="resultados" label="Abrir o resultado" />;
    case 'winner_contacted':
    case 'prize_delivered':
    case 'winner_published':
      return <DrawsLink part="premios-a-entregar" label="Abrir os prêmios" />;
    default:
      return null;
  }
}

/** Link to a section of Sorteios. */
function DrawsLink({ part, label }: { part: string; label: string }) {
  return (
    <div>
      <LinkButton to={`/admin/sorteios#${part}`} variant="outline" size="sm">
        {label}
      </LinkButton>
    </div>
  );
}

function CloseBooks({ rifaId }: { rifaId: string }) {
  const client = useQueryClient();
  const close = useMutation(
    queries.admin.rifas.closeBooks.mutationOptions({
      onSuccess: () => {
        toast.success('Contas fechadas.');
        void client.invalidateQueries({ queryKey: queries.admin.rifas.ending.key() });
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  return (
    <div>
      <Button
        variant="primary"
        size="sm"
        loading={close.isPending}
        onClick={() => close.mutate({ id: rifaId })}
      >
        Fechar as contas
      </Button>
    </div>
  );
}
