import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queries } from '../api.ts';
import { links } from '../links.ts';
import { isApiError, errorMessage } from '../messages.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState, FormError } from '../ui/states.tsx';
import { useFocusHeading } from '../ui/use-focus-heading.ts';

export const meta = pageMeta({
  title: 'Confirmar inscrição',
  description: 'Confirme seu e-mail.',
  index: false,
});

/** Requires a click, because mail clients prefetch links. */
export default function ConfirmNewsletterPage() {
  const [search] = useSearchParams();
  const confirm = useMutation(queries.campaigns.confirm.mutationOptions());
  const token = search.get('token') ?? '';
  const page = useFocusHeading<HTMLElement>(confirm.data ? 'confirmed' : 'asked');
  return (
    <main id="conteudo" className="shell" ref={page}>
      {confirm.data ? (
        <EmptyState
          icon="check"
          level={1}
          title="Inscrição confirmada!"
          className="min-h-[60svh] content-center"
          action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
        >
          As novidades vão para {confirm.data.email}.
        </EmptyState>
      ) : (
        <EmptyState
          icon="mail"
          level={1}
          title="Fique por Dentro!"
          className="min-h-[60svh] content-center"
          action={
            <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
              Confirmar inscrição
            </Button>
          }
        >
          <p>Rifas novas, sorteios da semana e ganhadores, direto no seu e-mail.</p>
          {confirm.isError && (
            <FormError className="mt-3">
              {isApiError(confirm.error, 'NOT_FOUND') || token.length < 20
                ? 'Este link já não vale. Peça um novo no rodapé do site.'
                : errorMessage(confirm.error)}
            </FormError>
          )}
        </EmptyState>
      )}
    </main>
  );
}
