import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queries } from '../api.ts';
import { links } from '../links.ts';
import { isApiError, errorMessage } from '../messages.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { MailedLinkPage } from '../ui/mailed-link-page.tsx';

export const meta = pageMeta({
  title: 'Cancelar inscrição',
  description: 'Pare de receber nossos e-mails.',
  index: false,
});

export default function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const unsubscribe = useMutation(queries.campaigns.unsubscribe.mutationOptions());
  if (unsubscribe.data)
    return (
      <MailedLinkPage
        icon="check"
        title="Inscrição cancelada"
        action={<LinkButton to={links.emailPreferences()}>Preferências de Email</LinkButton>}
      >
        {unsubscribe.data.scope === 'everything'
          ? 'Este e-mail não recebe mais mensagens nossas. Códigos de acesso e avisos de segurança continuam.'
          : 'Você não recebe mais novidades e ofertas. As mensagens sobre os seus pedidos continuam.'}
      </MailedLinkPage>
    );
  return (
    <MailedLinkPage
      icon="mail"
      title="Cancelar inscrição"
      action={
        <Button
          loading={unsubscribe.isPending}
          loadingText="Cancelando..."
          onClick={() => unsubscribe.mutate({ token })}
        >
          Cancelar inscrição
        </Button>
      }
      error={
        unsubscribe.isError
          ? isApiError(unsubscribe.error, 'NOT_FOUND') || token === ''
            ? 'Este link não é válido. Abra-o inteiro, como veio no e-mail.'
            : errorMessage(unsubscribe.error)
          : null
      }
    >
      Sentiremos sua falta. Um toque e você não recebe mais estes e-mails.
    </MailedLinkPage>
  );
}
