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
  title: 'Cancelar inscrição',
  description: 'Pare de receber nossos e-mails.',
  index: false,
});

/** Requires a click, because mail clients prefetch links. */
export default function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const unsubscribe = useMutation(queries.campaigns.unsubscribe.mutationOptions());
  const page = useFocusHeading<HTMLElement>(unsubscribe.data ? 'cancelled' : 'asked');
  return (
    <main id="conteudo" className="shell" ref={page}>
      {unsubscribe.data ? (
        <EmptyState
          icon="check"
          level={1}
          title="Inscrição cancelada"
          className="min-h-[60svh] content-center"
          action={<LinkButton to={links.emailPreferences()}>Preferências de Email</LinkButton>}
        >
          {unsubscribe.data.scope === 'everything'
            ? 'Este e-mail não recebe mais mensagens nossas. Códigos de acesso e avisos de segurança continuam.'
            : 'Você não recebe mais novidades e ofertas. As mensagens sobre os seus pedidos continuam.'}
        </EmptyState>
      ) : (
        <EmptyState
          icon="mail"
          level={1}
          title="Cancelar inscrição"
          className="min-h-[60svh] content-center"
          action={
            <Button
              loading={unsubscribe.isPending}
              loadingText="Cancelando..."
              onClick={() => unsubscribe.mutate({ token })}
            >
              Cancelar inscrição
            </Button>
          }
        >
          <p>Sentiremos sua falta. Um toque e você não recebe mais estes e-mails.</p>
          {unsubscribe.isError && (
            <FormError className="mt-3">
              {isApiError(unsubscribe.error, 'NOT_FOUND') || token === ''
                ? 'Este link não é válido. Abra-o inteiro, como veio no e-mail.'
                : errorMessage(unsubscribe.error)}
            </FormError>
          )}
        </EmptyState>
      )}
    </main>
  );
}
