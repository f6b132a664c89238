import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { OwnLimitsView } from '@mare/contract/accounts/own-limits.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDate, formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { ExclusionForm } from './exclusion-form.tsx';
import { MonthlyLimitForm } from './monthly-limit-form.tsx';
import { PauseForm } from './pause-form.tsx';

/** Responsible-play limits: monthly limit, pause and self-exclusion. */
export function LimitsCard() {
  const limits = useQuery({ ...queries.accounts.ownLimits.queryOptions(), staleTime: 0 });
  return (
    <section aria-labelledby="limites" className="grid gap-4">
      <h2 id="limites" className="text-2xl">
        Seus limites
      </h2>
      {limits.isPending && <Skeleton className="h-64" />}
      {limits.isError && (
        <ErrorState title="Não foi possível carregar seus limites." onRetry={() => limits.refetch()} />
      )}
      {limits.data && <Limits limits={limits.data} />}
    </section>
  );
}

function Limits({ limits }: { limits: OwnLimitsView }) {
  const change = useChangeLimits();
  const isChanging = (kind: NonNullable<typeof change.variables>['kind']) =>
    change.isPending && change.variables.kind === kind;
  // Resets the forms, which belong to the previous state.
  const state = useFocusNext<HTMLDivElement>(JSON.stringify(limits));
  return (
    <Card padded className="grid gap-6">
      <p className="text-ink-soft">
        Rifa é diversão. Aqui você decide quanto gasta, faz uma pausa ou se afasta por mais tempo.
      </p>
      <div ref={state}>
        <State limits={limits} />
      </div>
      <MonthlyLimitForm
        key={`${limits.monthlyCentavos} ${limits.next?.from}`}
        current={limits.monthlyCentavos}
        working={isChanging('monthly')}
        onChange={(centavos) => change.mutate({ kind: 'monthly', centavos })}
      />
      {!limits.excludedUntil && (
        <div className="grid gap-6 border-t border-line pt-6 sm:grid-cols-2">
          <PauseForm
            working={isChanging('pause')}
            onPause={(days) => change.mutateAsync({ kind: 'pause', days })}
          />
          <ExclusionForm
            working={isChanging('exclusion')}
            onExclude={() => change.mutateAsync({ kind: 'exclusion' })}
          />
        </div>
      )}
      <div className="grid gap-3 border-t border-line pt-6">
        <p className="font-semibold">Jogar deixou de ser divertido?</p>
        <p className="text-sm text-ink-soft">
          Você não está só. O CVV escuta de graça, 24 horas por dia, no telefone 188, e o CAPS da sua cidade
          atende pelo SUS. Nossa equipe também pode ajudar com a sua conta.
        </p>
        <div className="flex flex-wrap gap-3">
          <a href="https://www.cvv.org.br" target="_blank" rel="noreferrer" className="text-link">
            Falar com o CVV
          </a>
          <a href="https://jogadoresanonimos.com.br" target="_blank" rel="noreferrer" className="text-link">
            Jogadores Anônimos
          </a>
        </div>
        <LinkButton to={links.support()} variant="outline" size="sm" className="justify-self-start">
          Falar com o suporte
        </LinkButton>
      </div>
    </Card>
  );
}

/** Current limits, in a live region. */
function State({ limits }: { limits: OwnLimitsView }) {
  const { monthlyCentavos, next, spentCentavos, pausedUntil, excludedUntil } = limits;
  return (
    <output tabIndex={-1} className="grid gap-2 rounded-md bg-sea-tint px-4 py-3">
      <p>
        Neste mês: <strong className="tabular">{formatBrl(spentCentavos)}</strong>
        {monthlyCentavos !== null && (
          <>
            {' '}
            de <strong className="tabular">{formatBrl(monthlyCentavos)}</strong>
          </>
        )}
        {monthlyCentavos === null && ', sem limite definido'}.
      </p>
      {next && (
        <p>
          {next.monthlyCentavos === null
            ? 'O limite deixa de valer'
            : `O limite passa a ${formatBrl(next.monthlyCentavos)}`}{' '}
          em {formatDateTime(next.from)}.
        </p>
      )}
      {pausedUntil && (
        <p className="font-semibold">Suas compras estão em pausa até {formatDateTime(pausedUntil)}.</p>
      )}
      {excludedUntil && (
        <p className="font-semibold">
          Autoexclusão até {formatDate(excludedUntil)}: nenhum pedido novo é aceito. Suas cotas continuam
          valendo.
        </p>
      )}
    </output>
  );
}

function useChangeLimits() {
  const cache = useQueryClient();
  return useMutation(
    queries.accounts.changeOwnLimits.mutationOptions({
      onSuccess: (limits) => {
        cache.setQueryData(queries.accounts.ownLimits.queryKey(), limits);
        toast.success('Seus limites foram atualizados.');
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
}
