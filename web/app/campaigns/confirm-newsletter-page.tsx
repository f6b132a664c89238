import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queries } from '../api.ts';
import { links } from '../links.ts';
import { isApiError, errorMessage } from '../messages.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { MailedLinkPage } from '../ui/mailed-link-page.tsx';

export const meta = pageMeta({
  title: 'Confirmar inscrição',
  description: 'Confirme seu e-mail.',
  index: false,
});

export default function ConfirmNewsletterPage() {
  const [search] = useSearchParams();
  const confirm = useMutation(queries.campaigns.confirm.mutationOptions());
  const token = search.get('token') ?? '';
  if (confirm.data)
    return (
      <MailedLinkPage
        icon="check"
        title="Inscrição confirmada!"
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        As novidades vão para {confirm.data.email}.
      </MailedLinkPage>
    );
  return (
    <MailedLinkPage
      icon="mail"
      title="Fique por Dentro!"
      action={
        <Button loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
          Confirmar inscrição
        </Button>
      }
      error={
        confirm.isError
          ? isApiError(confirm.error, 'NOT_FOUND') || token.length < 20
            ? 'Este link já não vale. Peça um novo no rodapé do site.'
            : errorMessage(confirm.error)
          : null
      }
    >
      Rifas novas, sorteios da semana e ganhadores, direto no seu e-mail.
    </MailedLinkPage>
  );
}
