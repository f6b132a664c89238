import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { AffiliatePanel } from '@mare/contract/affiliates/affiliates.ts';
import { UNDO_HOURS } from '@mare/domain/accounts/security/security-events.ts';
import { MINIMUM_PAYOUT_CENTAVOS } from '@mare/domain/affiliates/payout.ts';
import { WITHDRAWAL_DAYS } from '@mare/domain/orders/withdrawal.ts';
import { queries } from '../api.ts';
import { formatBrl, formatDateTime } from '../format.ts';
import { Badge } from '../ui/data-display/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useFocusNext } from '../ui/focus/use-focus-next.ts';
import { ApprovedPayouts } from './approved-payouts.tsx';
import { PixKeyForm } from './pix-key-form.tsx';
import { pixKeyNames } from './pix-key-names.ts';

/** When and how commissions are paid, and the Pix key they go to. */
export function PayoutCard({ panel, nextPayout }: { panel: AffiliatePanel; nextPayout: string }) {
  const missing = MINIMUM_PAYOUT_CENTAVOS - panel.dueCentavos;
  const approved = panel.approvedPayouts.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0);
  const toApprove = panel.collectedCentavos - approved;
  // Prefers an unpaid payout.
  const which = panel.collectedCentavos > 0 ? 'pagamento seguinte' : 'próximo pagamento';
  return (
    <Card padded className="grid gap-5">
      <h2 className="text-xl">Pagamento</h2>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>Todo dia 15, via Pix</li>
        <li>Mínimo de {formatBrl(MINIMUM_PAYOUT_CENTAVOS)}</li>
        <li>Sobre vendas confirmadas nos últimos 30 dias, mais o que ficou dos meses anteriores</li>
        <li>
          Uma venda entra no primeiro dia 15 depois de {panel.holdDays} dias do pagamento dela:{' '}
          {panel.holdDays > WITHDRAWAL_DAYS
            ? 'até lá, o pagamento ainda pode ser contestado'
            : 'até lá, quem comprou ainda pode desistir'}
        </li>
        <li>Um pagamento em contestação espera até que ela seja decidida</li>
        <li>
          Depois de uma mudança da chave Pix ou da segurança da conta, os repasses esperam {UNDO_HOURS} horas
        </li>
      </ul>
      {panel.payoutsFrozenUntil && (
        <p className="rounded-md bg-warning-tint px-4 py-3 text-warning">
          A chave Pix ou a sua conta mudou há pouco. Por segurança, os repasses esperam até{' '}
          {formatDateTime(panel.payoutsFrozenUntil)}. Se a mudança não foi sua, desfaça-a pelo link do e-mail
          que enviamos.
        </p>
      )}
      {toApprove > 0 && <p>{formatBrl(toApprove)} já estão em um repasse, à espera da aprovação.</p>}
      {panel.disputedCentavos > 0 && (
        <p>{formatBrl(panel.disputedCentavos)} esperam a decisão do banco sobre uma contestação.</p>
      )}
      <ApprovedPayouts payouts={panel.approvedPayouts} />
      <p className="text-ink-soft">
        {missing > 0
          ? `Faltam ${formatBrl(missing)} para o ${which}, de ${nextPayout}. O que não chega ao mínimo fica para o mês seguinte: nada se perde.`
          : `O ${which} é em ${nextPayout}: ${formatBrl(panel.dueCentavos)} até agora.`}
      </p>
      <PixKey pixKey={panel.pixKey} />
    </Card>
  );
}

function PixKey({ pixKey }: { pixKey: AffiliatePanel['pixKey'] }) {
  const cache = useQueryClient();
  const [editing, setEditing] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(`${editing} ${pixKey?.masked}`);
  const save = useMutation({
    mutationFn: (typed: string) => queries.affiliates.setPixKey.call({ pixKey: typed }),
    onSuccess: async () => {
      toast.success('Chave Pix salva!');
      await cache.invalidateQueries({ queryKey: queries.affiliates.panel.key() });
      setEditing(false);
    },
  });
  if (!pixKey || editing)
    return (
      <div ref={shell} className="border-t border-line pt-4">
        <PixKeyForm
          label="Sua chave Pix"
          save={save}
          onCancel={editing ? () => setEditing(false) : undefined}
        />
      </div>
    );
  return (
    <div ref={shell} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p>
        <Badge tone="sea" icon="pix">
          {pixKeyNames[pixKey.type]}
        </Badge>{' '}
        <span className="tabular font-semibold">{pixKey.masked}</span>
      </p>
      <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
        Trocar chave
      </Button>
    </div>
  );
}
