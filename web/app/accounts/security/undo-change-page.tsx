import { useMutation } from '@tanstack/react-query';
import type { ReversibleChange } from '@mare/domain/accounts/security/security-events.ts';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { links } from '../../links.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { MailedLinkPage } from '../../ui/mailed-link-page.tsx';
import type { TypedEmail } from '../sign-in/return-to.ts';

export const meta = pageMeta({
  title: 'Desfazer mudança',
  description: 'Desfaça uma mudança da sua conta que não foi você quem fez.',
  index: false,
});

const DONE: Record<ReversibleChange, string> = {
  password_changed: 'A senha que foi colocada na sua conta não abre mais nada.',
  phone_changed: 'O celular anterior voltou ao seu cadastro.',
  email_changed: 'O e-mail anterior voltou a ser o da sua conta.',
  factor_verified: 'A verificação em duas etapas que foi ativada saiu da sua conta.',
  factor_removed: 'A verificação em duas etapas está ativa de novo.',
  identity_linked: 'O login que foi vinculado saiu da sua conta.',
  identity_unlinked: 'O login que foi removido voltou à sua conta.',
  passkey_added: 'A chave de acesso foi removida da conta.',
  passkey_removed: 'A chave de acesso voltou para a conta.',
  affiliate_pix_key: 'A chave Pix anterior voltou.',
  partner_pix_key: 'A chave Pix anterior da parceria voltou.',
};

/** Works signed out: the link is the proof. */
export default function UndoChangePage() {
  const undo = useMutation(queries.accounts.undoChange.mutationOptions());
  const press = () => undo.mutate({ token: window.location.hash.slice(1).padEnd(20, ' ').slice(0, 200) });
  if (!undo.data)
    return (
      <MailedLinkPage
        icon="alert"
        title="Não foi você?"
        action={
          <Button loading={undo.isPending} loadingText="Desfazendo..." onClick={press}>
            Desfazer a mudança
          </Button>
        }
        error={
          undo.isError
            ? isApiError(undo.error, 'NOT_FOUND')
              ? 'Este link não é válido. Abra-o inteiro, como veio no e-mail.'
              : errorMessage(undo.error)
            : null
        }
      >
        Um toque desfaz a mudança de que avisamos por e-mail e as que vieram depois dela, e encerra todos os
        acessos à conta. Se foi você, feche esta página.
      </MailedLinkPage>
    );
  const { kind, newPasswordFor } = undo.data;
  return (
    <MailedLinkPage
      icon="check"
      title="Mudança desfeita"
      action={
        newPasswordFor ? (
          <LinkButton
            to={links.recoverPassword()}
            state={{ email: newPasswordFor, isCodeSent: true } satisfies TypedEmail}
          >
            Digitar o código
          </LinkButton>
        ) : (
          <LinkButton to={links.home()}>Ir para o início</LinkButton>
        )
      }
    >
      {DONE[kind]}
      {newPasswordFor &&
        ` Encerramos todos os acessos. Para entrar, crie uma senha nova: mandamos um link e um código para ${newPasswordFor}.`}
    </MailedLinkPage>
  );
}
