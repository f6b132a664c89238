import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { queries } from '../../api.ts';
import { formatDate, formatDateTime } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { readPageNumber } from '../../ui/navigation/page-number.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { PartnerBookings } from '../booking/partner-bookings.tsx';
import { ValidateForm } from './validate-form.tsx';
import { UndoRedemption } from './undo-redemption.tsx';
import { VoucherStatusBadge } from '../voucher-status-badge.tsx';

/** @param scanned voucher code from the URL of a scanned QR code */
export function VouchersTab({ scanned }: { scanned: string }) {
  const [search] = useSearchParams();
  const page = readPageNumber(search);
  const list = useQuery({ ...queries.partners.vouchers.queryOptions({ input: { page } }), staleTime: 0 });
  // Loads both together, because the dates would move the list down.
  const dates = useQuery({ ...queries.partners.bookings.queryOptions(), staleTime: 0 });
  const isPending = list.isPending || dates.isPending;
  const vouchers = isPending ? [] : (list.data?.vouchers ?? []);
  // Moves focus: an undone use disappears from the list with its button.
  const [undone, setUndone] = useState<PartnerVoucher | null>(null);
  const shell = useFocusNext<HTMLDivElement>(undone ? vouchers.map(({ id }) => id).join() : '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ValidateForm scanned={scanned} undone={undone} />
      {!isPending && <PartnerBookings />}
      {list.isError && !list.data && (
        <ErrorState title="Não foi possível carregar os vouchers." onRetry={() => list.refetch()} />
      )}
      {isPending && <Skeleton className="h-40" />}
      <div ref={shell}>
        <section tabIndex={-1} aria-label="Vouchers usados e vencidos">
          {!isPending && list.data?.vouchers.length === 0 && (
            <EmptyState icon="gift" title="Nenhum voucher usado ainda">
              Leia o QR code de quem ganhou e peça o PIN. Os vouchers usados e vencidos aparecem aqui.
            </EmptyState>
          )}
          <ul className="grid gap-4 lg:grid-cols-2">
            {vouchers.map((voucher) => (
              <li key={voucher.id}>
                <VoucherRow voucher={voucher} onUndone={() => setUndone(voucher)} />
              </li>
            ))}
          </ul>
        </section>
      </div>
      {!isPending && list.data && (
        <Pagination
          label="Páginas de vouchers"
          page={page}
          pages={list.data.pages}
          hrefFor={(to) => ({ search: `?aba=vouchers&pagina=${to}` })}
        />
      )}
    </div>
  );
}

function VoucherRow({ voucher, onUndone }: { voucher: PartnerVoucher; onUndone: () => void }) {
  return (
    <Card padded className="grid h-full content-start gap-2">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-lg break-words">{voucher.prizeName}</h2>
        <VoucherStatusBadge status={voucher.status} />
      </div>
      <p className="tabular font-semibold">{formatVoucherCode(voucher.voucherCode)}</p>
      <p className="text-sm text-ink-soft">
        {voucher.winner} · {voucher.serviceType} ·{' '}
        {voucher.validatedAt
          ? `validado em ${formatDateTime(voucher.validatedAt)}`
          : `venceu em ${formatDate(voucher.expiresAt)}`}
      </p>
      <UndoRedemption voucher={voucher} onUndone={onUndone} />
    </Card>
  );
}
