import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DrawAdmin } from '@mare/contract/draws/draw-admin.ts';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/states.tsx';
import { LotteryPrizes } from '../lottery-prizes.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';

type Result = DrawAdmin['results'][number];

const states: Record<Result['state'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'À espera de conferência', tone: 'warning' },
  confirmed: { label: 'Confirmado', tone: 'success' },
  rejected: { label: 'Recusado', tone: 'danger' },
  superseded: { label: 'Corrigido depois', tone: 'neutral' },
};

/** An entered result and, while pending, the decision of a second admin. */
export function ResultToConfirm({ result }: { result: Result }) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queries.draws.key() });
  const confirm = useMutation(queries.draws.confirmResult.mutationOptions({ onSuccess }));
  const reject = useMutation(queries.draws.rejectResult.mutationOptions({ onSuccess }));
  const error = confirm.error ?? reject.error;
  const state = states[result.state];
  return (
    <Card padded className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <LotteryPrizes result={result} />
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {result.source === 'official' ? 'Buscado no serviço oficial' : 'Digitado'}
        {result.enteredBy !== null && ` por ${result.enteredBy || 'uma pessoa da administração'}`} em{' '}
        {formatDateTime(result.enteredAt)}
        {result.version > 1 && ` · versão ${result.version}`}
        {result.decidedBy && ` · conferido por ${result.decidedBy}`}
        {result.note && ` · ${result.note}`}
      </p>
      {result.state === 'pending' && (
        <>
          {result.enteredByCaller && (
            <p className="text-sm font-semibold">
              Você registrou este resultado: outra pessoa da administração precisa confirmar.
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            {!result.enteredByCaller && (
              <Button
                variant="secondary"
                size="sm"
                icon="check"
                loading={confirm.isPending}
                onClick={() => confirm.mutate({ id: result.id })}
              >
                Conferi: confirmar e sortear
              </Button>
            )}
            <Button
              variant="danger"
              size="sm"
              loading={reject.isPending}
              onClick={() => reject.mutate({ id: result.id })}
            >
              Recusar
            </Button>
          </div>
          {error && <FormError>{drawErrorMessage(error)}</FormError>}
        </>
      )}
    </Card>
  );
}
