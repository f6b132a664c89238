import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { links } from '../links.ts';
import { lazyToast } from '../ui/overlay/lazy-toast.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';

export function RifaLoading() {
  return (
    <main id="conteudo" className="shell grid min-h-svh content-start gap-4 py-6 lg:grid-cols-2 lg:py-10">
      <output className="sr-only">Carregando...</output>
      <Skeleton className="aspect-16/10" />
      <Skeleton className="h-60" />
    </main>
  );
}

/** For a screen that cannot work without its rifa: reports that loading failed, then redirects to the home page. */
export function RedirectHome() {
  const navigate = useNavigate();
  useEffect(() => {
    lazyToast.error('Erro', { description: 'Não foi possível carregar os dados da rifa.' });
    void navigate(links.home(), { replace: true });
  }, [navigate]);
  return <RifaLoading />;
}

export function RifaNotFound() {
  return (
    <main id="conteudo" className="shell py-10">
      <EmptyState
        icon="search"
        title="Rifa não encontrada"
        level={1}
        action={
          <LinkButton to={links.home()} variant="secondary">
            Ver Rifas
          </LinkButton>
        }
      >
        Esta rifa não existe ou não está mais disponível.
      </EmptyState>
    </main>
  );
}
