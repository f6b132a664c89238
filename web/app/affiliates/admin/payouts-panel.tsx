import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { BeneficiaryKind } from '@mare/contract/affiliates/payouts.ts';
import { ListRows } from '../../admin/lists/admin-list.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { readPageNumber } from '../../ui/navigation/page-number.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { ExportPayouts } from './export-payouts.tsx';
import { PayoutRow } from './payout-row.tsx';

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
      <ExportPayouts kind={kind} onExported={onCollected} />
    </>
  );
}
