import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Payout, PayoutStatus } from '@mare/contract/affiliates/payouts.ts';
import { formatPixKey } from '@mare/domain/accounts/person-numbers.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDate, formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { PayoutRiskLine } from './payout-risk-line.tsx';
import { FormerKeyNote } from './former-key-note.tsx';
import { PayPayoutDialog } from './pay-payout-dialog.tsx';

const states: Record<PayoutStatus, { label: string; tone: BadgeTone }> = {
  collected: { label: 'A aprovar', tone: 'warning' },
  approved: { label: 'A pagar', tone: 'sea' },
  paid: { label: 'Pago', tone: 'success' },
  cancelled: { label: 'Adiado', tone: 'neutral' },
};

/** A payout with its available decisions. */
export function PayoutRow({ payout, onChange }: { payout: Payout; onChange: () => Promise<void> }) {
  const [paying, setPaying] = useState(false);
  const [isDeferring, setDeferring] = useState(false);
  // Moves focus: the buttons disappear once decided.
  const [isDecided, setDecided] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(isDecided ? payout.status : '');
  const decide = async () => {
    await onChange();
    setDecided(true);
  };
  // Refreshed also after a conflict, because a colleague has decided.
  const onError = (error: Error) => {
    toast.error(errorMessage(error));
    return decide();
  };
  const approve = useMutation(
    queries.admin.approvePayout.mutationOptions({
      onSuccess: () => {
        toast.success('Repasse aprovado.', { description: 'Quem recebe foi avisado.' });
        return onChange();
      },
      onError,
    }),
  );
  const cancel = useMutation(
    queries.admin.cancelPayout.mutationOptions({
      onSuccess: () => {
        toast.success('Repasse adiado para o próximo mês.', { description: 'Quem recebe foi avisado.' });
        setDeferring(false);
        return decide();
      },
      onError: (error) => {
        setDeferring(false);
        return onError(error);
      },
    }),
  );
  const { label, tone } = states[payout.status];
  // Checked before a transfer that could not be recorded.
  const isFrozen = payout.frozenUntil !== null;
  const isInFile = payout.status === 'approved' && payout.exportedAt !== null;
  return (
    <Card ref={shell} padded className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 tabIndex={-1} className="text-lg">
          {payout.name || payout.email}
        </h3>
        <span className="flex items-center gap-3">
          <span className="tabular text-lg font-bold">{formatBrl(payout.amountCentavos)}</span>
          {payout.frozenUntil && <Badge tone="danger">Em espera</Badge>}
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {formatDate(`${payout.period}T12:00:00Z`)} · {payout.email && `${payout.email} · `}
        {payout.pixKey ? `Pix ${formatPixKey(payout.pixKey)}` : 'sem chave Pix'}
        {isInFile && ` · no arquivo de ${formatDateTime(payout.exportedAt!)}`}
        {payout.paidAt && ` · pago em ${formatDateTime(payout.paidAt)} (${payout.paymentReference})`}
      </p>
      {payout.frozenUntil && (
        <p className="text-sm">
          Quem recebe mudou a conta ou a chave Pix há pouco: espera até {formatDateTime(payout.frozenUntil)}.
        </p>
      )}
      {payout.hasFormerKey && <FormerKeyNote />}
      {payout.risk && <PayoutRiskLine payout={payout} risk={payout.risk} />}
      {(payout.status === 'collected' || payout.status === 'approved') && (
        <div className="flex flex-wrap gap-3">
          {payout.status === 'collected' ? (
            <Button
              size="sm"
              variant="secondary"
              disabled={isFrozen}
              loading={approve.isPending}
              onClick={() => approve.mutate({ id: payout.id })}
            >
              Aprovar
            </Button>
          ) : (
            <Button size="sm" variant="secondary" disabled={isFrozen} onClick={() => setPaying(true)}>
              Marcar como pago
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => setDeferring(true)}>
            Deixar para o próximo mês
          </Button>
        </div>
      )}
      <PayPayoutDialog
        payout={payout}
        open={paying}
        onOpenChange={setPaying}
        onDefer={() => {
          setPaying(false);
          setDeferring(true);
        }}
        onPaid={() => {
          toast.success('Repasse marcado como pago.');
          return decide();
        }}
        onFailed={onChange}
      />
      <ConfirmDialog
        open={isDeferring}
        onClose={() => setDeferring(false)}
        title="Deixar para o próximo mês?"
        action="Deixar para o próximo mês"
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: payout.id, isExported: payout.exportedAt !== null })}
      >
        O repasse de {formatBrl(payout.amountCentavos)} para {payout.name || payout.email} não sai agora: o
        que ele reúne entra na conta do próximo dia 15. Quem recebe é avisado na hora, e não dá para desfazer.
        {isInFile && (
          <strong className="mt-3 block">
            Este repasse está no arquivo de {formatDateTime(payout.exportedAt!)}. Confira no banco que ele não
            foi pago: adiado, ele é pago de novo no próximo mês.
          </strong>
        )}
      </ConfirmDialog>
    </Card>
  );
}
