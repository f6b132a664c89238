import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { VoucherRow } from '@mare/contract/partners/partners-admin.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { useListState } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { formatDate, formatDateTime } from '../../format.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { ChangeVoucher } from './change-voucher.tsx';
import { DownloadVoucher } from '../download-voucher.tsx';
import { VoucherStatusBadge } from '../voucher-status-badge.tsx';

export const meta = pageMeta({
  title: 'Vouchers',
  description: 'Vouchers dos serviços sorteados.',
  index: false,
});

const SORTS = { newest: 'Mais novos', expiry: 'Vencem antes', validated: 'Validados há pouco' };
/** Plural labels for filters. */
const STATES = { pending: 'Pendentes', validated: 'Validados', expired: 'Expirados' };

/** Every voucher, for support and to print one for a winner without an account. */
export default function AdminVouchersPage() {
  const list = useListState(SORTS, STATES);
  const { search, sort, filter, page } = list;
  const vouchers = useQuery({
    ...queries.admin.vouchers.queryOptions({ input: { search, sort, status: filter, page } }),
    ...PAGED_LIST,
  });
  return (
    <>
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-3xl">Vouchers</h1>
          <ExportButton list="vouchers" />
        </div>
        <p className="max-w-2xl text-ink-soft">
          Quem tem conta vê o voucher em Meus vouchers. Para quem ganhou sem conta, imprima e entregue.{' '}
          <Link to={adminTabLink('partners')} className="text-link">
            Voltar aos parceiros
          </Link>
        </p>
      </header>
      <AdminList
        list={list}
        searchLabel="Código, nome ou e-mail de quem ganhou"
        filters={{ label: 'Situação', all: 'Todos', labels: STATES }}
        sorts={SORTS}
        query={vouchers}
        label="Vouchers"
        empty="Nenhum voucher encontrado"
        none={{
          title: 'Nenhum voucher ainda',
          text: 'Quem ganha um prêmio de serviço recebe o voucher depois do sorteio.',
        }}
        keyOf={({ id }) => id}
        renderRow={(voucher) => <VoucherLine voucher={voucher} />}
      />
    </>
  );
}

function VoucherLine({ voucher }: { voucher: VoucherRow }) {
  const winner = [voucher.winner, voucher.email].filter(Boolean).join(', ');
  return (
    <div className="grid gap-2 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:p-5">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="break-words">{voucher.prizeName}</strong>
          <VoucherStatusBadge status={voucher.status} />
          {!voucher.hasAccount && <Badge tone="warning">Sem conta</Badge>}
        </p>
        <p className="tabular text-sm font-semibold">{formatVoucherCode(voucher.voucherCode)}</p>
        <p className="text-sm text-ink-soft">
          {winner} · {voucher.companyName} ·{' '}
          {voucher.validatedAt
            ? `validado em ${formatDateTime(voucher.validatedAt)}`
            : `${voucher.status === 'expired' ? 'valeu' : 'vale'} até ${formatDate(voucher.expiresAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {voucher.status !== 'validated' && <ChangeVoucher voucher={voucher} />}
        {voucher.status === 'pending' && (
          <DownloadVoucher
            size="sm"
            className="justify-self-start"
            read={() => queries.admin.printVoucher.call({ id: voucher.id })}
          >
            Imprimir<span className="sr-only"> {formatVoucherCode(voucher.voucherCode)}</span>
          </DownloadVoucher>
        )}
      </div>
    </div>
  );
}
