import { useQuery } from '@tanstack/react-query';
import type { PartnerSecurityEvent } from '@mare/domain/partners/security-events.ts';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';

const SENTENCES: Record<PartnerSecurityEvent, string> = {
  signed_in: 'Acesso ao portal',
  wrong_code: 'Código errado ao entrar',
  pix_key_changed: 'Chave Pix da parceria alterada pela nossa equipe',
  change_undone: 'Chave Pix anterior de volta, pelo link do e-mail',
  status_changed: 'Situação da parceria alterada pela nossa equipe',
  contact_changed: 'Endereço ou telefone da parceria alterado pela nossa equipe',
};

/** Security events of the partner's sign-in and Pix key, latest first. */
export function SecurityTab() {
  const security = useQuery({ ...queries.partners.security.queryOptions(), staleTime: 0 });
  if (security.isError && !security.data)
    return <ErrorState title="Não foi possível carregar." onRetry={() => security.refetch()} />;
  if (!security.data) return <Skeleton className="h-40" />;
  const { events } = security.data;
  if (events.length === 0)
    return (
      <EmptyState icon="lock" title="Nada por aqui ainda">
        Os acessos ao portal e as mudanças da chave Pix aparecem nesta lista.
      </EmptyState>
    );
  return (
    <Card padded className="grid gap-3">
      <p className="text-ink-soft">
        Se algo aqui não foi você, responda ao nosso último e-mail ou fale com o suporte.
      </p>
      <ul className="grid divide-y divide-line">
        {events.map(({ id, event, at, network }) => (
          <li key={id} className="py-3 last:pb-0">
            <p className="font-semibold">{SENTENCES[event]}</p>
            <p className="text-sm break-all text-ink-soft">
              {formatDateTime(at)}
              {network && <span className="tabular"> · Rede {network}…</span>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
