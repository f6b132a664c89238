/** Texts of the auth service's e-mails. */
import type { ReversibleChange } from '@mare/domain/accounts/security/security-events.ts';
import { deviceName } from '@mare/domain/accounts/security/device-name.ts';
import { formatDateTime } from '@mare/domain/format.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import { type AccountWithPassword, SECURITY_PAGE, stepsIfNotYou } from '../safety/if-not-you.ts';

export type LinkMailKind = 'signup' | 'recovery' | 'email_change_new' | 'email_change_current';
export type Notice =
  | 'new_device'
  | 'factor_removed'
  | 'factor_guessed'
  | 'passkey_copied'
  | 'recovery_code_used'
  | 'accounts_merged'
  | 'purchases_paused'
  | 'self_excluded'
  | 'data_exported'
  | 'whatsapp_confirmed';

interface Copy {
  subject: string;
  lead: string;
  button: string;
  closing: string;
}

const LINK_COPY: Record<LinkMailKind | 'choose_password', Copy> = {
  signup: {
    subject: 'Confirme seu e-mail',
    lead: 'Falta um passo para criar sua conta: confirme que este e-mail é seu.',
    button: 'Confirmar e-mail',
    closing: 'Se não foi você que pediu, ignore esta mensagem.',
  },
  recovery: {
    subject: 'Redefinir sua senha',
    lead: 'Recebemos um pedido para trocar a senha da sua conta.',
    button: 'Criar nova senha',
    closing: 'Se não foi você que pediu, ignore esta mensagem: sua senha continua a mesma.',
  },
  choose_password: {
    subject: 'Crie a senha da sua conta',
    lead: 'A sua conta está sem senha: crie uma por este link.',
    button: 'Criar nova senha',
    closing: 'Se não foi você que pediu, ignore esta mensagem: só quem lê este e-mail cria a senha.',
  },
  email_change_new: {
    subject: 'Confirme seu novo e-mail',
    lead: 'Confirme que este é o novo e-mail da sua conta.',
    button: 'Confirmar novo e-mail',
    closing: 'Se não foi você que pediu, ignore esta mensagem.',
  },
  email_change_current: {
    subject: 'Confirme a troca do seu e-mail',
    lead: 'Recebemos um pedido para trocar o e-mail da sua conta. A troca só vale com a sua confirmação.',
    button: 'Confirmar a troca',
    closing: 'Se não foi você que pediu, não confirme:',
  },
};

/**
 * @param kind `choose_password`: a recovery of an account that has none
 * @param code six digits, to type instead of opening the link
 * @param user owner of the account, if it exists
 */
export function composeLinkMail(
  kind: keyof typeof LINK_COPY,
  to: string,
  { link, code, user }: { link: string; code: string; user: AccountWithPassword | undefined },
): Mail {
  const { subject, lead, button, closing } = LINK_COPY[kind];
  const steps = kind === 'email_change_current' ? ` ${stepsIfNotYou(user)}` : '';
  return composeMail(
    { to, kind: 'essential', subject },
    {
      heading: subject,
      paragraphs: [lead],
      button: { label: button, url: link },
      code,
      closing: `O link vale por 1 hora, e o código por ${SENT_CODE_MINUTES} minutos. ${closing}${steps}`,
    },
  );
}

/** @param code six digits that prove the presence of an owner without a password before a sensitive change */
export function composeProofMail(to: string, code: string): Mail {
  const subject = 'Seu código de confirmação';
  return composeMail(
    { to, kind: 'essential', subject },
    {
      heading: subject,
      paragraphs: ['Digite este código na tela em que você está, para confirmar que é você.'],
      code,
      closing: `O código vale por ${SENT_CODE_MINUTES} minutos. Não o informe a ninguém. Se não foi você que pediu, ${stepsIfNotYou(null)}`,
    },
  );
}

const CHANGE_COPY: Record<ReversibleChange, { subject: string; lead: string }> = {
  password_changed: {
    subject: 'Sua senha foi alterada',
    lead: 'A senha da sua conta foi alterada e as outras sessões foram encerradas.',
  },
  phone_changed: {
    subject: 'O celular da sua conta foi trocado',
    lead: 'O celular do seu cadastro foi trocado ou retirado.',
  },
  email_changed: {
    subject: 'O e-mail da sua conta foi trocado',
    lead: 'O e-mail da conta foi trocado. Avisamos o endereço antigo e o novo.',
  },
  factor_verified: {
    subject: 'Verificação em duas etapas ativada',
    lead: 'A conta agora pede um código a cada novo acesso.',
  },
  factor_removed: {
    subject: 'Verificação em duas etapas desativada',
    lead: 'A conta deixou de pedir este código: volta a abrir sem ele.',
  },
  identity_linked: {
    subject: 'Um novo jeito de entrar na sua conta',
    lead: 'Um login de outro serviço, como o Google, foi vinculado à conta.',
  },
  identity_unlinked: {
    subject: 'Um jeito de entrar na sua conta foi removido',
    lead: 'Um login foi desvinculado da conta.',
  },
  passkey_added: {
    subject: 'Nova chave de acesso na sua conta',
    lead: 'Uma chave de acesso (passkey) foi criada na sua conta: com ela dá para entrar sem senha.',
  },
  passkey_removed: {
    subject: 'Uma chave de acesso foi removida',
    lead: 'Uma chave de acesso (passkey) da sua conta foi removida e não entra mais nela.',
  },
  affiliate_pix_key: {
    subject: 'Sua chave Pix foi alterada',
    lead: 'A chave Pix em que você recebe as comissões foi alterada. Os repasses esperam 48 horas.',
  },
  partner_pix_key: {
    subject: 'A chave Pix da parceria foi alterada',
    lead: 'A chave Pix em que a sua empresa recebe foi alterada. Os repasses esperam 48 horas.',
  },
};

/** @param undoUrl undoes the change for 48 hours, without a login */
export function composeChangeMail(
  kind: ReversibleChange,
  to: string,
  { at, undoUrl }: { at: Date; undoUrl: string },
): Mail {
  const { subject, lead } = CHANGE_COPY[kind];
  return composeMail(
    { to, kind: 'essential', subject },
    {
      heading: subject,
      paragraphs: [lead],
      facts: [['Quando', `${formatDateTime(at)} (horário de Maceió)`]],
      button: { label: 'Não fui eu: desfazer', url: undoUrl },
      closing:
        'Se foi você, não precisa fazer nada. O link desfaz, por 48 horas e uma vez, esta mudança e as que vieram depois dela.',
    },
  );
}

/** Sent to the owner of an e-mail address with which someone tried to sign up, because the response reveals nothing. */
export function composeExistingAccountMail(to: string, siteUrl: string): Mail {
  return composeMail(
    { to, kind: 'essential', subject: 'Você já tem uma conta' },
    {
      heading: 'Você já tem uma conta',
      paragraphs: [
        'Alguém tentou criar uma conta com este e-mail, que já tem uma. Nada mudou nela.',
        'Se foi você, entre com a sua senha. Se não se lembra dela, crie outra.',
      ],
      button: { label: 'Criar nova senha', url: `${siteUrl}/auth/recuperar-senha` },
      closing: 'Se não foi você que tentou, ignore esta mensagem: sua conta e sua senha continuam as mesmas.',
    },
  );
}

const NOTICE_COPY: Record<Notice, { subject: string; lead: string }> = {
  new_device: {
    subject: 'Novo acesso à sua conta',
    lead: 'Sua conta foi acessada por um aparelho ou navegador que ainda não conhecíamos.',
  },
  factor_removed: {
    subject: 'Verificação em duas etapas desativada',
    lead: 'Você, ou a nossa equipe a seu pedido, desligou o código: a sua conta volta a abrir sem ele. Para ativar de novo, entre em Minha conta, Segurança.',
  },
  factor_guessed: {
    subject: 'Tentaram adivinhar o seu código de acesso',
    lead: 'Alguém passou da primeira etapa do acesso e errou muitas vezes o código da verificação em duas etapas. Ninguém entrou na sua conta.',
  },
  passkey_copied: {
    subject: 'Recusamos uma chave de acesso',
    lead: 'Alguém tentou entrar na sua conta com uma chave de acesso (passkey) que parece copiada, e nós recusamos. Entre em Minha conta, Segurança, remova essa chave e crie outra.',
  },
  recovery_code_used: {
    subject: 'Um código de recuperação foi usado',
    lead: 'Um dos seus códigos de recuperação foi usado na sua conta. Ele não vale mais.',
  },
  accounts_merged: {
    subject: 'Suas contas são uma só',
    lead: 'A conta que você abriu numa compra sem senha foi juntada a esta, que tem o mesmo e-mail. Cotas, pedidos e pontos das duas estão aqui, e a outra não existe mais.',
  },
  data_exported: {
    subject: 'Seus dados foram baixados',
    lead: 'Um arquivo com tudo o que guardamos sobre você, como nome, CPF e pedidos, foi baixado da sua conta.',
  },
  whatsapp_confirmed: {
    subject: 'Avisos por WhatsApp ligados',
    lead: 'Avisos da sua conta, como pagamento confirmado com os números das cotas e prêmio ganho, vão agora para um número de WhatsApp confirmado por código.',
  },
  purchases_paused: {
    subject: 'Suas compras estão em pausa',
    lead: 'Você pediu uma pausa. Enquanto ela durar, nenhum pedido novo é aceito nas suas contas, e os que esperavam pagamento terminam. Suas cotas continuam valendo.',
  },
  self_excluded: {
    subject: 'Autoexclusão ativada',
    lead: 'Você pediu para ficar sem comprar. Enquanto a autoexclusão durar, nenhum pedido novo é aceito nas suas contas, e você não recebe ofertas. Suas cotas continuam valendo. Se quiser conversar, o CVV escuta de graça, 24 horas por dia, no telefone 188.',
  },
};

/** @param device user agent, null without a browser. @param user owner of the account, if it still exists */
export function composeNotice(
  notice: Notice,
  to: string,
  details: {
    at: Date;
    device: string | null;
    facts?: [string, string][];
    user: AccountWithPassword | undefined;
    siteUrl: string;
  },
): Mail {
  const { subject, lead } = NOTICE_COPY[notice];
  return composeMail(
    { to, kind: 'essential', subject },
    {
      heading: subject,
      paragraphs: [lead],
      facts: [
        ['Quando', `${formatDateTime(details.at)} (horário de Maceió)`],
        ...(details.device === null ? [] : [['Aparelho', deviceName(details.device)] as [string, string]]),
        ...(details.facts ?? []),
      ],
      button: details.user?.passwordHash
        ? { label: 'Trocar senha', url: `${details.siteUrl}/auth/recuperar-senha` }
        : { label: 'Ver onde a conta está aberta', url: `${details.siteUrl}${SECURITY_PAGE}` },
      closing: `Se foi você, não precisa fazer nada. Se não foi, ${stepsIfNotYou(details.user)}`,
    },
  );
}
