import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SEGMENT_NAMES } from '@mare/domain/personalization/segments.ts';
import type { CouponRow } from '@mare/contract/checkout/coupons-admin.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { useListState } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime, formatInteger } from '../../format.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { serverNow } from '../../ui/server-clock.ts';

export const meta = pageMeta({
  title: 'Cupons',
  description: 'Criar, limitar e pausar cupons.',
  index: false,
});

const SORTS = { newest: 'Mais novos', uses: 'Mais usados' };
const STATES = { active: 'Valendo', paused: 'Pausados', over: 'Encerrados' };

export default function CouponsPage() {
  const list = useListState(SORTS, STATES);
  const { search, sort, filter, page } = list;
  const [edited, setEdited] = useState<CouponRow | 'new' | null>(null);
  const coupons = useQuery({
    ...queries.admin.coupons.list.queryOptions({ input: { search, sort, state: filter, page } }),
    ...PAGED_LIST,
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Cupons</h1>
        <div className="flex flex-wrap items-center gap-3">
          <ExportButton list="cupons" />
          <Button icon="plus" onClick={() => setEdited('new')}>
            Novo cupom
          </Button>
        </div>
      </div>
      <AdminList
        list={list}
        searchLabel="Procurar pelo código"
        filters={{ label: 'Situação', all: 'Todos', labels: STATES }}
        sorts={SORTS}
        query={coupons}
        label="Cupons"
        empty="Nenhum cupom encontrado"
        none={{
          title: 'Nenhum cupom ainda',
          text: 'Crie o primeiro em Novo cupom.',
        }}
        keyOf={({ code }) => code}
        renderRow={(coupon) => <CouponLine coupon={coupon} onEdit={() => setEdited(coupon)} />}
      />
      {edited && (
        <CouponDialog
          coupon={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => void coupons.refetch()}
        />
      )}
    </>
  );
}

function stateOf({ active, expiresAt, maxUses, uses }: CouponRow): { label: string; tone: BadgeTone } {
  if (expiresAt && new Date(expiresAt) <= serverNow()) return { label: 'Vencido', tone: 'neutral' };
  if (maxUses !== null && uses >= maxUses) return { label: 'Esgotado', tone: 'neutral' };
  return active ? { label: 'Valendo', tone: 'success' } : { label: 'Pausado', tone: 'warning' };
}

function CouponLine({ coupon, onEdit }: { coupon: CouponRow; onEdit: () => void }) {
  const { code, percent, offCentavos, uses, maxUses, expiresAt, soldCentavos } = coupon;
  const state = stateOf(coupon);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="tabular text-lg">{code}</strong>
        <span>{percent === null ? formatBrl(offCentavos ?? 0) : `${percent}%`} de desconto</span>
        <Badge tone={state.tone}>{state.label}</Badge>
      </p>
      <Button variant="outline" size="sm" aria-label={`Mudar ${code}`} onClick={onEdit}>
        Mudar
      </Button>
      <p className="col-span-2 text-sm text-ink-soft">
        {maxUses === null
          ? `${formatInteger(uses)} ${uses === 1 ? 'uso' : 'usos'}`
          : `${formatInteger(uses)} de ${formatInteger(maxUses)} usos`}
        {soldCentavos > 0 && ` · ${formatBrl(soldCentavos)} em pedidos pagos`}
        {expiresAt ? ` · até ${formatDateTime(expiresAt)}` : ' · sem validade'}
        {conditionsLabel(coupon)}
      </p>
    </div>
  );
}

function conditionsLabel(coupon: CouponRow): string {
  const { segments, rifaIds, minimumCentavos, usesPerPerson, startsAt } = coupon;
  const persons = coupon.personEmails.length + coupon.personsWithoutEmail;
  const parts = [
    startsAt && `a partir de ${formatDateTime(startsAt)}`,
    segments.length > 0 && `só para ${segments.map((segment) => SEGMENT_NAMES[segment].label).join(', ')}`,
    rifaIds.length > 0 && `${formatInteger(rifaIds.length)} ${rifaIds.length === 1 ? 'rifa' : 'rifas'}`,
    persons > 0 && `${formatInteger(persons)} ${persons === 1 ? 'pessoa' : 'pessoas'}`,
    minimumCentavos !== null && `a partir de ${formatBrl(minimumCentavos)}`,
    usesPerPerson > 1 && `${formatInteger(usesPerPerson)} usos por pessoa`,
  ];
  return parts.flatMap((part) => (part ? [` · ${part}`] : [])).join('');
}
