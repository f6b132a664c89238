import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { links } from '../../links.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { MailedLinkPage } from '../../ui/mailed-link-page.tsx';

export const meta = pageMeta({
  title: 'Aviso de vendas',
  description: 'Confirme ou cancele o aviso.',
  index: false,
});

export default function NoticeLinkPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const confirm = useMutation(queries.rifas.confirmNotice.mutationOptions());
  const cancel = useMutation(queries.rifas.cancelNotice.mutationOptions());
  const confirmed = confirm.data;
  if (cancel.isSuccess)
    return (
      <MailedLinkPage
        icon="check"
        title="Aviso cancelado"
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        Não vamos enviar este aviso, e o e-mail saiu da lista.
      </MailedLinkPage>
    );
  return (
    <MailedLinkPage
      icon={confirmed ? 'check' : 'bell'}
      title={confirmed ? 'Aviso confirmado!' : 'Avise-me'}
      action={
        <>
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
        </>
      }
      error={
        confirm.isError || cancel.isError
          ? isApiError(confirm.error, 'NOT_FOUND') || token.length < 20
            ? 'Este link já não vale. Peça o aviso de novo na página da rifa.'
            : errorMessage(confirm.error ?? cancel.error)
          : null
      }
    >
      {confirmed
        ? `Assim que as vendas de “${confirmed.title}” abrirem, você recebe um e-mail. Só um.`
        : 'Um e-mail, só um, quando as vendas abrirem.'}
    </MailedLinkPage>
  );
}
