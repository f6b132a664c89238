import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../api.ts';
import { errorMessage } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { lazyToast } from '../ui/overlay/lazy-toast.ts';

/** Button that hides the person from the rankings, or shows them again. */
export default function RankingVisibility({ hidden }: { hidden: boolean }) {
  const cache = useQueryClient();
  const change = useMutation(
    queries.ranking.changeOwn.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: queries.ranking.key() }),
      onError: (error) => lazyToast.error(errorMessage(error)),
    }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-ink-soft">
        {hidden
          ? 'Você não aparece nos rankings e não concorre aos prêmios deles. Suas cotas concorrem como sempre.'
          : 'Seu primeiro nome pode aparecer nos rankings.'}
      </p>
      <Button
        size="sm"
        variant="outline"
        loading={change.isPending}
        onClick={() => change.mutate({ hidden: !hidden })}
      >
        {hidden ? 'Voltar aos rankings' : 'Sair dos rankings'}
      </Button>
    </div>
  );
}
