import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { OpenMatters } from '@mare/contract/accounts/open-matters.ts';
import { MINIMUM_PAYOUT_CENTAVOS, reachesMinimumPayout } from '@mare/domain/affiliates/payout.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorState, FormError, Spinner } from '../../ui/states.tsx';
import { signOut } from '../../session/session.ts';

interface DeleteAccountDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the data to be deleted, or what still blocks the deletion, and asks for confirmation. */
export function DeleteAccountDialog({ open, onOpenChange }: DeleteAccountDialogProps) {
  const matters = useQuery({
    ...queries.accounts.openMatters.queryOptions(),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const reasons = matters.data ? reasonsToWait(matters.data) : [];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Excluir minha conta">
      {matters.isPending && <Spinner />}
      {matters.isError && <ErrorState title="Não foi possível carregar." onRetry={() => matters.refetch()} />}
      {matters.data && reasons.length === 0 && (
        <DeletionForm renouncedCentavos={matters.data.unpaidCommissionsCentavos} />
      )}
      {reasons.length > 0 && (
        <div className="grid gap-3">
          <p className="font-semibold">Sua conta ainda não pode ser excluída:</p>
          <ul className="grid list-disc gap-1 pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="text-ink-soft">
            Sem a conta não teríamos como entregar um prêmio ou devolver um valor. Assim que estiver tudo
            encerrado, volte aqui.
          </p>
        </div>
      )}
    </Dialog>
  );
}

function reasonsToWait(matters: OpenMatters): string[] {
  const { pendingOrders, openDraws, refunds, prizes, payouts, debts, unpaidCommissionsCentavos } = matters;
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [number === 1 ? one : `${number} ${many}`];
  return [
    ...count(
      pendingOrders,
      'um pedido espera o pagamento (até 15 minutos)',
      'pedidos esperam o pagamento (até 15 minutos)',
    ),
    ...count(
      openDraws,
      'você tem cotas em um sorteio que ainda não aconteceu',
      'sorteios em que você tem cotas ainda não aconteceram',
    ),
    ...count(
      refunds,
      'um reembolso seu ainda não foi concluído: se demorar, fale com o suporte',
      'reembolsos seus ainda não foram concluídos: se demorarem, fale com o suporte',
    ),
    ...count(payouts, 'um repasse de comissões está a caminho', 'repasses de comissões estão a caminho'),
    ...(reachesMinimumPayout(unpaidCommissionsCentavos)
      ? [
          `${formatBrl(unpaidCommissionsCentavos)} em comissões ainda não foram pagos: espere o repasse do dia 15`,
        ]
      : []),
    ...count(
      debts,
      'seu saldo de comissões está negativo, por vendas devolvidas depois do repasse: fale com o suporte',
      'saldos de comissões estão negativos: fale com o suporte',
    ),
    ...count(prizes, 'um prêmio seu ainda não foi entregue', 'prêmios seus ainda não foram entregues'),
  ];
}

/** @param renouncedCentavos commissions below the minimum payout, which the person renounces */
function DeletionForm({ renouncedCentavos }: { renouncedCentavos: number }) {
  const navigate = useNavigate();
  const deletion = useMutation(
    queries.accounts.deleteAccount.mutationOptions({
      onSuccess: async () => {
        // The server has revoked the session; delete it from this browser too.
        await signOut();
        toast.success('Sua conta foi excluída.');
        await navigate(links.home(), { replace: true });
      },
    }),
  );
  return (
    <div className="grid gap-5">
      <p>
        Seu nome, e-mail, telefone, CPF, endereço, mensagens e preferências são apagados. Pedidos, pagamentos
        e resultados ficam guardados sem identificar você. <strong>Isto não pode ser desfeito.</strong>
      </p>
      {renouncedCentavos > 0 && (
        <p>
          Você abre mão de <strong>{formatBrl(renouncedCentavos)}</strong> em comissões: o repasse começa em{' '}
          {formatBrl(MINIMUM_PAYOUT_CENTAVOS)}.
        </p>
      )}
      <FormError>{deletion.error && errorMessage(deletion.error)}</FormError>
      <Button
        variant="danger"
        block
        loading={deletion.isPending}
        loadingText="Excluindo..."
        onClick={() => deletion.mutate()}
      >
        Excluir para sempre
      </Button>
    </div>
  );
}
