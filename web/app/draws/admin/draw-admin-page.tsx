import { useQuery } from '@tanstack/react-query';
import { Rows } from '../../admin/lists/admin-list.tsx';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { useRootData } from '../../document/root-data.ts';
import { PrizesToDeliver } from './prizes-to-deliver.tsx';
import { ResultForm } from './result-form.tsx';
import { ResultToConfirm } from './result-to-confirm.tsx';
import { RifaToDraw } from './rifa-to-draw.tsx';

export const meta = pageMeta({
  title: 'Sorteios',
  description: 'Da última venda ao prêmio entregue.',
  index: false,
});

/** Manages draws from the end of sales to prize delivery. */
export default function DrawAdminPage() {
  const room = useQuery({ ...queries.draws.admin.queryOptions(), staleTime: 0, refetchInterval: 15_000 });
  const isDemo = useRootData()?.demo;
  useAskedPart(room.data !== undefined);
  return (
    <>
      <header className="grid gap-2">
        <h1 className="text-3xl">Sorteios</h1>
        <p className="max-w-2xl text-ink-soft">
          As vendas terminam sozinhas na hora declarada, antes da extração, ou com a última cota. Depois a
          lista é congelada e lacrada sozinha com o número da extração, e o resultado oficial sorteia assim
          que alguém confere. O que se faz à mão precisa de duas pessoas.
        </p>
        <Link to="/admin/sorteios/extracoes" className="justify-self-start text-sea underline">
          Extrações da Loteria Federal
        </Link>
        <Link to="/admin/aprovacoes" className="justify-self-start text-sea underline">
          Aprovações
        </Link>
        {isDemo && (
          <a href="/demonstracao" className="justify-self-start text-sea underline">
            Avançar até o sorteio (só na demonstração)
          </a>
        )}
      </header>
      <QueryState query={room} />
      {room.data && (
        <>
          <section className="grid gap-4" aria-labelledby="rifas-a-sortear">
            <h2 id="rifas-a-sortear" className="text-2xl">
              Rifas a sortear
            </h2>
            <Rows
              layout="grid"
              rows={room.data.rifas}
              empty={{
                icon: 'calendar',
                title: 'Nenhum sorteio na próxima semana',
                text: 'Rifas encerradas e as que encerram em até sete dias aparecem aqui.',
              }}
              keyOf={({ id }) => id}
              renderRow={(rifa) => <RifaToDraw rifa={rifa} approvers={room.data.approvers} />}
            />
          </section>
          <section className="grid gap-4" aria-labelledby="resultados">
            <h2 id="resultados" className="scroll-mt-24 text-2xl">
              Resultados da Loteria Federal
            </h2>
            <Rows
              layout="cards"
              rows={room.data.results}
              keyOf={({ id }) => id}
              renderRow={(result) => (
                <ResultToConfirm result={result} approvesFrom={room.data.approvers.callerFrom} />
              )}
            />
            <ResultForm room={room.data} />
          </section>
        </>
      )}
      <PrizesToDeliver />
    </>
  );
}

/** Scrolls to the part named in the URL fragment, after the content above it has its final height. */
function useAskedPart(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [isLoaded, hash]);
}
