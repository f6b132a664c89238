import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ParkedJob } from '@mare/contract/admin/parked-jobs.ts';
import { explainJobError } from '@mare/domain/admin/jobs/job-error.ts';
import { jobLabel } from '@mare/domain/admin/jobs/job-labels.ts';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusHeadingAround } from '../../ui/focus/focus-heading-around.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useFocusNextRow } from '../../ui/focus/use-focus-next-row.ts';
import { JobSubjects } from './job-subjects.tsx';

const REFRESH_MS = 15_000;
const RECURS = 'A próxima execução programada faz o mesmo trabalho.';

/** Background jobs that failed all their attempts. Nothing while there are none. */
export function ParkedJobs() {
  const parked = useQuery({ ...queries.admin.parkedJobs.list.queryOptions(), refetchInterval: REFRESH_MS });
  const { data } = parked;
  const retry = useRetry();
  const [discarded, setDiscarded] = useState<ParkedJob | null>(null);
  const list = useFocusNextRow<HTMLUListElement>();
  if (!data) return <UnreadPart query={parked} title="Não foi possível carregar as tarefas paradas." />;
  if (data.count === 0) return null;
  const { jobs, count } = data;
  return (
    <section className="grid gap-3" aria-labelledby="parked-jobs">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid max-w-2xl gap-1">
          <h2 id="parked-jobs" className="text-2xl">
            Tarefas paradas
          </h2>
          <p className="text-ink-soft">
            {count === 1
              ? 'Uma tarefa interna falhou em todas as tentativas.'
              : `${formatInteger(count)} tarefas internas falharam em todas as tentativas.`}{' '}
            Resolva a causa e tente de novo: o que já foi feito não se repete. Elas ficam aqui por uma semana.
          </p>
        </div>
        <Button
          variant="outline"
          loading={retry.isPending}
          onClick={({ currentTarget }) =>
            // Moves focus: this section disappears with its last job.
            retry.mutate({ id: null }, { onSuccess: () => focusHeadingAround(currentTarget) })
          }
        >
          Tentar todas de novo
        </Button>
      </div>
      <Card>
        <ul ref={list} className="divide-y divide-line">
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} onDiscard={() => setDiscarded(job)} />
          ))}
        </ul>
      </Card>
      {discarded && <DiscardDialog job={discarded} onClose={() => setDiscarded(null)} />}
    </section>
  );
}

function JobLine({ job, onDiscard }: { job: ParkedJob; onDiscard: () => void }) {
  const retry = useRetry();
  const { id, queue, attempts, createdAt, failedAt, lastError, recurs } = job;
  const { title, effect, retryNote } = jobLabel(queue);
  const when = formatDateTime(createdAt);
  return (
    <li tabIndex={-1} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4">
      <div className="grid min-w-0 grow basis-72 gap-1.5">
        <strong className="wrap-anywhere">{title}</strong>
        <p>{effect}</p>
        <JobSubjects job={job} />
        <p className="text-sm text-ink-soft">
          {`De ${when}. ${attempts === 1 ? 'Única tentativa' : `Última de ${formatInteger(attempts)} tentativas`} em ${formatDateTime(failedAt)}.`}{' '}
          {explainJobError(lastError)} {retryNote} {recurs && RECURS}
        </p>
        <details className="text-sm text-ink-soft">
          <summary className="min-h-6 cursor-pointer font-semibold text-sea">Detalhes técnicos</summary>
          <p className="wrap-anywhere">
            Fila: {queue}. Tarefa: {id}. Erro: {lastError ?? 'sem mensagem'}
          </p>
        </details>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          loading={retry.isPending}
          aria-label={`Tentar de novo: ${title}, de ${when}`}
          onClick={() => retry.mutate({ id })}
        >
          Tentar de novo
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Descartar: ${title}, de ${when}`}
          onClick={onDiscard}
        >
          Descartar
        </Button>
      </div>
    </li>
  );
}

function DiscardDialog({ job: { id, queue, recurs }, onClose }: { job: ParkedJob; onClose: () => void }) {
  const refresh = useRefresh();
  const { title, effect } = jobLabel(queue);
  const discard = useMutation(
    queries.admin.parkedJobs.discard.mutationOptions({
      onSuccess: ({ discarded }) => {
        void toast.success(discarded ? 'Tarefa descartada.' : 'Essa tarefa não está mais parada.');
        onClose();
      },
      onError: (error) => void toast.error(errorMessage(error)),
      onSettled: refresh,
    }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Descartar esta tarefa?"
      action="Descartar"
      loading={discard.isPending}
      onConfirm={() => discard.mutate({ id })}
    >
      <p className="mb-3">
        <strong>{title}.</strong> {recurs ? RECURS : `A loja não tenta mais. Continua valendo: ${effect}`}
      </p>
      <p>O descarte não pode ser desfeito e fica no registro de atividades.</p>
    </ConfirmDialog>
  );
}

function useRetry() {
  const refresh = useRefresh();
  return useMutation(
    queries.admin.parkedJobs.retry.mutationOptions({
      onSuccess: ({ retried }) =>
        void toast.success(
          retried === 0
            ? 'Nenhuma tarefa está mais parada: outra pessoa já tratou disso.'
            : retried === 1
              ? 'A tarefa voltou para a fila.'
              : `${formatInteger(retried)} tarefas voltaram para a fila.`,
        ),
      onError: (error) => void toast.error(errorMessage(error)),
      onSettled: refresh,
    }),
  );
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queries.admin.parkedJobs.key() });
}
