import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { BeneficiaryKind, Payout, PayoutStatus } from '@mare/contract/affiliates/payouts.ts';
import { formatPixKey } from '@mare/domain/accounts/person-numbers.ts';
import { ListRows } from '../../admin/admin-list.tsx';
import { queries } from '../../api.ts';
import { formatBrl, formatDate, formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { readPageNumber } from '../../ui/navigation/page-number.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useFocusNext } from '../../ui/use-focus-next.ts';
import { PayoutRiskLine } from './payout-risk-line.tsx';
import { PayPayoutDialog } from './pay-payout-dialog.tsx';

const states: Record<PayoutStatus, { label: string; tone: BadgeTone }> = {
  collected: { label: 'A aprovar', tone: 'warning' },
  approved: { label: 'A pagar', tone: 'sea' },
  paid: { label: 'Pago', tone: 'success' },
  cancelled: { label: 'Cancelado', tone: 'neutral' },
};

/** Payouts to affiliates or partners: collected on the 15th, approved here, exported and marked as paid. */
export function PayoutsPanel({ kind }: { kind: BeneficiaryKind }) {
  const cache = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const page = readPageNumber(search, 'repasses');
  const payouts = useQuery({
    ...queries.admin.payouts.queryOptions({ input: { kind, page } }),
    select: (found) => ({ rows: found.payouts, pages: found.pages }),
    staleTime: 0,
  });
  const refresh = () => cache.invalidateQueries({ queryKey: queries.admin.key() });
  return (
    <section aria-labelledby="repasses" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="repasses" className="mr-auto text-2xl max-sm:w-full">
          Repasses
        </h2>
        <PayoutActions kind={kind} onCollected={refresh} />
      </div>
      <ListRows
        layout="cards"
        query={payouts}
        empty={page === 1 ? NO_PAYOUTS : undefined}
        keyOf={({ id }) => id}
        renderRow={(payout) => <PayoutRow payout={payout} onChange={refresh} />}
        pager={
          page > 1 && payouts.data?.rows.length === 0 ? (
            <Button variant="quiet" onClick={() => setSearch({})}>
              Voltar à primeira página
            </Button>
          ) : (
            <Pagination
              label="Páginas de repasses"
              page={page}
              pages={payouts.data?.pages ?? 1}
              hrefFor={(to) => {
                const next = new URLSearchParams(search);
                next.set('repasses', String(to));
                return { search: `?${next}` };
              }}
            />
          )
        }
      />
    </section>
  );
}

const NO_PAYOUTS = {
  icon: 'pix' as const,
  title: 'Nenhum repasse ainda',
  text: 'Todo dia 15 o que foi confirmado é reunido aqui para aprovação.',
};

interface PayoutActionsProps {
  kind: BeneficiaryKind;
  onCollected: () => Promise<void>;
}

function PayoutActions({ kind, onCollected }: PayoutActionsProps) {
  const collect = useMutation(
    queries.admin.collectPayouts.mutationOptions({
      onSuccess: ({ made }) => {
        toast.success(
          made === 0
            ? 'Nada novo a reunir.'
            : made === 1
              ? '1 repasse reunido.'
              : `${made} repasses reunidos, contando afiliados e parceiros.`,
        );
        return onCollected();
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  const download = useMutation({
    mutationFn: () => queries.admin.exportPayouts.call({ kind }),
    onSuccess: ({ fileName, csv }) => saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' })),
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        loading={collect.isPending}
        onClick={() => collect.mutate(undefined)}
      >
        Reunir o dia 15
      </Button>
      <Button
        variant="outline"
        size="sm"
        icon="pix"
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Exportar aprovados
      </Button>
    </>
  );
}

function PayoutRow({ payout, onChange }: { payout: Payout; onChange: () => Promise<void> }) {
  const [paying, setPaying] = useState(false);
  const settled = {
    onSuccess: onChange,
    onError: (error: Error) => toast.error(errorMessage(error)),
  };
  const approve = useMutation(queries.admin.approvePayout.mutationOptions(settled));
  const cancel = useMutation(queries.admin.cancelPayout.mutationOptions(settled));
  const [isPaid, setPaid] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(isPaid || cancel.isSuccess ? payout.status : '');
  const { label, tone } = states[payout.status];
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
        {payout.paidAt && ` · pago em ${formatDateTime(payout.paidAt)} (${payout.paymentReference})`}
      </p>
      {payout.frozenUntil && (
        <p className="text-sm">
          Quem recebe mudou a conta ou a chave Pix há pouco: espera até {formatDateTime(payout.frozenUntil)}.
        </p>
      )}
      {payout.risk && <PayoutRiskLine payout={payout} risk={payout.risk} />}
      {(payout.status === 'collected' || payout.status === 'approved') && (
        <div className="flex flex-wrap gap-3">
          {payout.status === 'collected' ? (
            <Button
              size="sm"
              variant="secondary"
              loading={approve.isPending}
              onClick={() => approve.mutate({ id: payout.id })}
            >
              Aprovar
            </Button>
          ) : (
            <Button size="sm" variant="secondary" onClick={() => setPaying(true)}>
              Marcar como pago
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id: payout.id })}
          >
            Deixar para o próximo mês
          </Button>
        </div>
      )}
      <PayPayoutDialog
        payout={payout}
        open={paying}
        onOpenChange={setPaying}
        isDeferring={cancel.isPending}
        onDefer={() => cancel.mutate({ id: payout.id }, { onSuccess: () => setPaying(false) })}
        onPaid={async () => {
          toast.success('Repasse marcado como pago.');
          await onChange();
          setPaid(true);
        }}
      />
    </Card>
  );
}
