import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { SecurityEvent } from '@mare/domain/accounts/security/security-events.ts';
import type { Auth, Client, Executor } from '../auth.ts';
import { findUser } from '../accounts.queries.ts';
import { addSecurityEvent } from '../security/add-security-event.ts';
import { SECURITY_PAGE, stepsIfNotYou } from './if-not-you.ts';

interface Copy {
  /** In the activity log. */
  action: string;
  description: string;
  /** Notifies the owner of security-relevant events. */
  notice?: {
    type: 'success' | 'warning' | 'error';
    title: string;
    message?: string;
    /** Says at the end what to do if it was someone else. */
    maybeNotYou?: true;
  };
}

/** In the activity log. */
export const SIGN_IN = 'sign-in';

/** `new_device`, `pix_key_changed` and `whatsapp_confirmed` are announced by their features. */
const WORDING: Record<
  Exclude<SecurityEvent, 'new_device' | 'pix_key_changed' | 'whatsapp_confirmed'>,
  Copy
> = {
  change_undone: {
    action: 'undo-change',
    description: 'Desfez uma mudança da conta pelo link do e-mail.',
    notice: {
      type: 'warning',
      title: 'Uma mudança da sua conta foi desfeita',
      message: 'Encerramos todas as sessões. Crie uma senha nova para entrar.',
    },
  },
  signed_up: { action: 'sign-up', description: 'Criou a conta.' },
  signed_in: { action: SIGN_IN, description: 'Entrou na conta.' },
  password_changed: {
    action: 'change-password',
    description: 'Alterou a senha.',
    notice: { type: 'warning', title: 'Sua senha foi alterada', maybeNotYou: true },
  },
  email_changed: {
    action: 'change-email',
    description: 'Alterou o e-mail da conta.',
    notice: { type: 'warning', title: 'O e-mail da sua conta foi alterado', maybeNotYou: true },
  },
  phone_changed: {
    action: 'change-phone',
    description: 'Alterou o celular do cadastro.',
    notice: { type: 'warning', title: 'O celular da sua conta foi alterado', maybeNotYou: true },
  },
  factor_verified: {
    action: 'enable-second-factor',
    description: 'Ativou a verificação em duas etapas.',
    notice: { type: 'success', title: 'Verificação em duas etapas ativada', maybeNotYou: true },
  },
  factor_removed: {
    action: 'disable-second-factor',
    description: 'Desativou a verificação em duas etapas.',
    notice: { type: 'warning', title: 'Verificação em duas etapas desativada', maybeNotYou: true },
  },
  factor_guessed: {
    action: 'reject-guessed-factor',
    description: 'Códigos errados demais da verificação em duas etapas.',
    notice: {
      type: 'error',
      title: 'Tentaram adivinhar o seu código',
      message: 'Alguém passou da primeira etapa do acesso, mas não conseguiu entrar.',
      maybeNotYou: true,
    },
  },
  identity_linked: { action: 'link-identity', description: 'Vinculou um login de outro provedor.' },
  identity_unlinked: { action: 'unlink-identity', description: 'Desvinculou um login de outro provedor.' },
  session_reuse_detected: {
    action: 'end-copied-session',
    description: 'Uma sessão usada em dois lugares foi encerrada.',
    notice: {
      type: 'error',
      title: 'Encerramos uma sessão suspeita',
      message: 'Ela foi usada em dois lugares ao mesmo tempo.',
      maybeNotYou: true,
    },
  },
  passkey_added: {
    action: 'add-passkey',
    description: 'Criou uma chave de acesso.',
    notice: { type: 'success', title: 'Nova chave de acesso na sua conta', maybeNotYou: true },
  },
  passkey_removed: {
    action: 'remove-passkey',
    description: 'Removeu uma chave de acesso.',
    notice: { type: 'warning', title: 'Uma chave de acesso foi removida', maybeNotYou: true },
  },
  passkey_copied: {
    action: 'reject-copied-passkey',
    description: 'Uma chave de acesso que parece copiada foi recusada.',
    notice: {
      type: 'error',
      title: 'Recusamos uma chave de acesso',
      message: 'Ela parece ter sido copiada. Remova essa chave e crie outra.',
    },
  },
  recovery_codes_created: { action: 'create-recovery-codes', description: 'Criou códigos de recuperação.' },
  recovery_code_used: {
    action: 'use-recovery-code',
    description: 'Usou um código de recuperação.',
    notice: { type: 'warning', title: 'Um código de recuperação foi usado', maybeNotYou: true },
  },
  accounts_merged: {
    action: 'merge-own-accounts',
    description: 'Juntou a esta conta a que abriu numa compra.',
    notice: {
      type: 'success',
      title: 'Suas contas são uma só',
      message: 'As cotas da outra conta estão aqui. Se não foi você, fale com o suporte.',
    },
  },
  data_exported: {
    action: 'export-own-data',
    description: 'Baixou os próprios dados.',
    notice: { type: 'warning', title: 'Seus dados foram baixados', maybeNotYou: true },
  },
};

/** Records the event in the caller's transaction, and notifies the owner if the event is security-relevant. */
export async function recordSecurityEvent(
  auth: Pick<Auth, 'clock' | 'random'>,
  trx: Executor,
  userId: string,
  event: keyof typeof WORDING,
  origin: Client | { sessionId: string } | null,
): Promise<void> {
  const client = await addSecurityEvent(auth, trx, userId, event, origin);
  const { action, description, notice } = WORDING[event];
  const entity = { entityType: 'account', entityId: userId };
  await recordActivity(trx, auth, { userId, action, ...entity, description, ipAddress: client.ipAddress });
  if (!notice) return;
  const { type, title, message, maybeNotYou } = notice;
  const sentences = [
    message,
    maybeNotYou && `Se não foi você, ${stepsIfNotYou(await findUser(trx, userId))}`,
  ];
  await sendNotification(trx, auth, {
    userId,
    type,
    title,
    message: sentences.filter(Boolean).join(' '),
    data: { href: SECURITY_PAGE },
  });
}
