import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { links } from '../../links.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, FormError } from '../../ui/states.tsx';
import { useFocusHeading } from '../../ui/use-focus-heading.ts';

export const meta = pageMeta({
  title: 'Aviso de vendas',
  description: 'Confirme ou cancele o aviso.',
  index: false,
});

/** Opened by the link in the mail. Requires a click, because mail clients prefetch links. */
export default function NoticeLinkPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const confirm = useMutation(queries.rifas.confirmNotice.mutationOptions());
  const cancel = useMutation(queries.rifas.cancelNotice.mutationOptions());
  const confirmed = confirm.data;
  const page = useFocusHeading<HTMLElement>(
    cancel.isSuccess ? 'cancelled' : confirmed ? 'confirmed' : 'asked',
  );
  return (
    <main id="conteudo" className="shell" ref={page}>
      {cancel.isSuccess ? (
        <EmptyState
          icon="check"
          level={1}
          title="Aviso cancelado"
          className="min-h-[60svh] content-center"
          action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
        >
          Não vamos enviar este aviso, e o e-mail saiu da lista.
        </EmptyState>
      ) : (
        <EmptyState
          icon={confirmed ? 'check' : 'bell'}
          level={1}
          title={confirmed ? 'Aviso confirmado!' : 'Avise-me'}
          className="min-h-[60svh] content-center"
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {confirmed ? (
                <LinkButton to={links.rifaDetail(confirmed.rifaId)}>Ver a rifa</LinkButton>
              ) : (
                <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
                  Confirmar o aviso
                </Button>
              )}
              <Button variant="outline" loading={cancel.isPending} onClick={() => cancel.mutate({ token })}>
                Cancelar o aviso
              </Button>
            </div>
          }
        >
          <p>
            {confirmed
              ? `Assim que as vendas de “${confirmed.title}” abrirem, você recebe um e-mail. Só um.`
              : 'Um e-mail, só um, quando as vendas abrirem.'}
          </p>
          {(confirm.isError || cancel.isError) && (
            <FormError className="mt-3">
              {isApiError(confirm.error, 'NOT_FOUND') || token.length < 20
                ? 'Este link já não vale. Peça o aviso de novo na página da rifa.'
                : errorMessage(confirm.error ?? cancel.error)}
            </FormError>
          )}
        </EmptyState>
      )}
    </main>
  );
}
