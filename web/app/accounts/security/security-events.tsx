import { useQuery } from '@tanstack/react-query';
import { deviceName } from '@mare/domain/accounts/security/device-name.ts';
import type { SecurityEvent } from '@mare/domain/accounts/security/security-events.ts';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

const SENTENCES: Record<SecurityEvent, string> = {
  signed_up: 'Conta criada',
  signed_in: 'Acesso à conta',
  new_device: 'Primeiro acesso deste aparelho ou navegador',
  password_changed: 'Senha trocada',
  email_changed: 'E-mail da conta trocado',
  phone_changed: 'Celular do cadastro trocado',
  factor_verified: 'Verificação em duas etapas ativada',
  factor_removed: 'Verificação em duas etapas desativada',
  factor_guessed: 'Códigos errados demais: tentativas de adivinhar recusadas por nós',
  identity_linked: 'Login de outro serviço vinculado',
  identity_unlinked: 'Login de outro serviço desvinculado',
  passkey_added: 'Chave de acesso criada',
  passkey_removed: 'Chave de acesso removida',
  passkey_copied: 'Chave de acesso que parece copiada recusada por nós',
  recovery_codes_created: 'Códigos de recuperação criados',
  recovery_code_used: 'Código de recuperação usado',
  accounts_merged: 'Outra conta juntada a esta',
  data_exported: 'Arquivo com os seus dados baixado',
  whatsapp_confirmed: 'Número de WhatsApp confirmado para os avisos',
  pix_key_changed: 'Chave Pix das comissões alterada',
  change_undone: 'Mudança desfeita pelo link do e-mail',
  session_reuse_detected: 'Sessão suspeita encerrada por nós',
};

/** Security events of the account, latest first. */
export function SecurityEvents() {
  const events = useQuery({ ...queries.accounts.securityEvents.queryOptions(), staleTime: 0 });
  if (events.isError && !events.data)
    return <ErrorState title="Não foi possível carregar." onRetry={() => events.refetch()} />;
  if (!events.data) return <Skeleton className="h-32" />;
  if (events.data.length === 0)
    return (
      <p className="text-ink-soft">Ainda não há nada por aqui. Acessos e mudanças aparecem nesta lista.</p>
    );
  return (
    <Card padded>
      <ul className="grid divide-y divide-line">
        {events.data.map(({ id, event, at, userAgent, network }) => (
          <li key={id} className="py-3">
            <p className="font-semibold">{SENTENCES[event]}</p>
            <p className="text-sm text-ink-soft">
              {formatDateTime(at)}
              {userAgent && ` · ${deviceName(userAgent)}`}
            </p>
            {network && <p className="tabular text-sm break-all text-ink-soft">Rede {network}…</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
