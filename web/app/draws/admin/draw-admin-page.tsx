import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { sentenceFor } from '../../messages.ts';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { PrizesToDeliver } from './prizes-to-deliver.tsx';
import { ResultForm } from './result-form.tsx';
import { ResultToConfirm } from './result-to-confirm.tsx';
import { RifaToDraw } from './rifa-to-draw.tsx';

export const meta = pageMeta({
  title: 'Sorteios',
  description: 'Da última venda ao prêmio entregue.',
  index: false,
});

/** The way of a rifa from its last sale to the delivered prize, with whatever waits for a person. */
export default function DrawRoomPage() {
  const room = useQuery({ ...queries.draws.room.queryOptions(), staleTime: 0, refetchInterval: 15_000 });
  return (
    <>
      <header className="grid gap-2">
        <h1 className="text-3xl">Sorteios</h1>
        <p className="max-w-2xl text-ink-soft">
          As vendas terminam sozinhas uma hora antes do sorteio, ou com a última cota. Depois a lista é
          congelada, lacrada com o número da extração, e o resultado só vale quando uma segunda pessoa
          confirma.
        </p>
      </header>
      {room.isPending && <Spinner />}
      {room.isError && !room.data && (
        <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => void room.refetch()}>
          {sentenceFor(room.error)}
        </ErrorState>
      )}
      {room.data && (
        <>
          <section className="grid gap-4" aria-labelledby="rifas-a-sortear">
            <h2 id="rifas-a-sortear" className="text-2xl">
              Rifas a sortear
            </h2>
            {room.data.rifas.length === 0 && (
              <EmptyState icon="calendar" title="Nenhum sorteio na próxima semana">
                Rifas encerradas e as que encerram em até sete dias aparecem aqui.
              </EmptyState>
            )}
            <ul className="grid gap-4 xl:grid-cols-2">
              {room.data.rifas.map((rifa) => (
                <li key={rifa.id}>
                  <RifaToDraw rifa={rifa} />
                </li>
              ))}
            </ul>
          </section>
          <section className="grid gap-4" aria-labelledby="resultados">
            <h2 id="resultados" className="text-2xl">
              Resultados da Loteria Federal
            </h2>
            <ul className="grid gap-4">
              {room.data.results.map((result) => (
                <li key={result.id}>
                  <ResultToConfirm result={result} />
                </li>
              ))}
            </ul>
            <ResultForm room={room.data} />
          </section>
        </>
      )}
      <PrizesToDeliver />
    </>
  );
}
