import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DrawAdmin } from '@mare/contract/draws/draw-admin.ts';
import { queries } from '../../api.ts';
import { notYetSentence } from '../../approvals/approval-labels.ts';
import { formatDateTime } from '../../format.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { LotteryPrizes } from '../lottery-prizes.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';

type Result = DrawAdmin['results'][number];

const states: Record<Result['state'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'À espera de conferência', tone: 'warning' },
  confirmed: { label: 'Confirmado', tone: 'success' },
  rejected: { label: 'Recusado', tone: 'danger' },
  superseded: { label: 'Substituído', tone: 'neutral' },
};

interface ResultToConfirmProps {
  result: Result;
  /** From when the caller can approve. Null: already. */
  approvesFrom: string | null;
}

/** A recorded result and, while pending, what an admin can decide about it. */
export function ResultToConfirm({ result, approvesFrom }: ResultToConfirmProps) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queries.draws.key() });
  const confirm = useMutation(queries.draws.confirmResult.mutationOptions({ onSuccess }));
  const reject = useMutation(queries.draws.rejectResult.mutationOptions({ onSuccess }));
  const error = confirm.error ?? reject.error;
  const state = states[result.state];
  const isNotYet = result.approval !== null && approvesFrom !== null;
  const isDecided = confirm.isSuccess || reject.isSuccess;
  const shell = useFocusNext<HTMLDivElement>(isDecided ? `${result.state} ${result.approval?.state}` : '');
  return (
    <Card ref={shell} padded className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <LotteryPrizes result={result} />
        <span tabIndex={-1} aria-live="polite">
          <Badge tone={state.tone}>{state.label}</Badge>
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        {result.source === 'official' ? 'Recebido da fonte oficial' : 'Digitado'}
        {result.enteredBy !== null && ` por ${result.enteredBy || 'uma pessoa da administração'}`} em{' '}
        {formatDateTime(result.enteredAt)}
        {result.version > 1 && ` · versão ${result.version}`}
        {result.decidedBy && ` · conferido por ${result.decidedBy}`}
        {result.note && ` · ${result.note}`}
      </p>
      {result.state === 'confirmed' && result.source === 'typed' && (
        <p className="text-sm font-semibold">
          {result.officialAgreedAt
            ? `A fonte oficial confirmou em ${formatDateTime(result.officialAgreedAt)}.`
            : 'A fonte oficial ainda não confirmou. Se ela publicar outros prêmios, o sorteio é refeito.'}
        </p>
      )}
      {result.state === 'pending' && (
        <>
          <p className="text-sm font-semibold">{pendingSentence(result)}</p>
          {awaitsCaller(result) && isNotYet && (
            <p className="text-sm font-semibold">{notYetSentence(approvesFrom)}</p>
          )}
          <div className="flex flex-wrap gap-3">
            {awaitsCaller(result) && !isNotYet && (
              <Button
                variant="secondary"
                size="sm"
                icon="check"
                loading={confirm.isPending}
                onClick={() => confirm.mutate({ id: result.id })}
              >
                Conferi: confirmar
              </Button>
            )}
            {result.source === 'typed' && (
              <Button
                variant="danger"
                size="sm"
                loading={reject.isPending}
                onClick={() => reject.mutate({ id: result.id })}
              >
                Recusar
              </Button>
            )}
          </div>
          {error && <FormError>{drawErrorMessage(error)}</FormError>}
        </>
      )}
    </Card>
  );
}

function awaitsCaller({ approval, enteredByCaller }: Result): boolean {
  return !enteredByCaller && !approval?.isOwn && approval?.state !== 'approved';
}

function pendingSentence({ source, approval, enteredByCaller }: Result): string {
  if (source === 'official')
    return approval
      ? `Corrige um resultado que já vale, o que precisa de duas pessoas. Sem a segunda, vale em ${formatDateTime(approval.effectiveAt)}.`
      : 'Resultado oficial. Confira e confirme; sem isso, ele vale sozinho em 24 horas.';
  const effect = approval ? formatDateTime(approval.effectiveAt) : '';
  if (approval?.state === 'approved')
    return `Duas pessoas aprovaram. Sorteia em ${effect}, se a fonte oficial não publicar antes.`;
  return enteredByCaller
    ? `Você registrou este resultado: outra pessoa da administração precisa confirmar. Sem ela, vale em ${effect}, se a fonte oficial não publicar antes.`
    : `É uma prévia: só sorteia se a fonte oficial não publicar a tempo. Sem a segunda pessoa, vale em ${effect}.`;
}
