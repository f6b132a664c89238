import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RifaBoost, RifaBoosts } from '@mare/contract/rifas/rifa-boost.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { queries } from '../../../api.ts';
import { campaignLink } from '../../../campaigns/admin/campaign-labels.ts';
import { CampaignStatusBadge } from '../../../campaigns/admin/campaign-status-badge.tsx';
import { formatBrl, formatCount, formatDateTime, formatInteger, formatPercent } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { BoostDialog } from './boost-dialog.tsx';
import { basisText, expectedText } from './expected-sales.ts';

const REFRESH_MS = 60_000;

/** Announces a rifa on sale, and shows the results of earlier announcements. */
export function BoostCard({ rifa }: { rifa: ManagedRifa }) {
  const [isWriting, setWriting] = useState(false);
  const client = useQueryClient();
  const isSelling = rifa.status === 'active' && rifa.pauseReason === null;
  const boosts = useQuery({
    ...queries.admin.rifas.boosts.queryOptions({ input: { id: rifa.id } }),
    staleTime: 0,
    refetchInterval: isSelling && !isWriting && REFRESH_MS,
  });
  if (!isSelling && boosts.data?.boosts.length === 0) return null;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-xl">Divulgação</h2>
        {isSelling && (
          <Button size="sm" disabled={!boosts.data} onClick={() => setWriting(true)}>
            Divulgar esta rifa
          </Button>
        )}
      </div>
      {boosts.isPending && <Skeleton className="h-24" />}
      {boosts.isError && !boosts.data && (
        <ErrorState title={errorMessage(boosts.error)} onRetry={() => boosts.refetch()} />
      )}
      {boosts.data && <BoostList boosts={boosts.data} />}
      {isWriting && boosts.data && (
        <BoostDialog
          rifa={rifa}
          facts={boosts.data}
          onClose={() => setWriting(false)}
          onSent={() => client.invalidateQueries({ queryKey: queries.admin.rifas.boosts.key() })}
        />
      )}
    </Card>
  );
}

function BoostList({ boosts: { boosts, audience } }: { boosts: RifaBoosts }) {
  if (boosts.length === 0)
    return (
      <p className="text-ink-soft">
        Esta rifa ainda não foi divulgada.{' '}
        {audience.people > 0
          ? `${formatCount(audience.people, 'pessoa aceitou', 'pessoas aceitaram')} ofertas e pode${audience.people === 1 ? '' : 'm'} comprar esta rifa agora.`
          : 'Ninguém que aceitou ofertas pode comprar esta rifa agora; o texto para WhatsApp fica pronto mesmo assim.'}
      </p>
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {boosts.map((boost) => (
          <li key={boost.id} className="grid gap-1.5 py-4 first:pt-0 last:pb-0">
            <Link
              to={campaignLink(boost.id)}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere text-sea"
            >
              {boost.subject}
              {boost.status !== 'sent' && <CampaignStatusBadge status={boost.status} />}
            </Link>
            <Effect boost={boost} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        Um pedido pago conta para o e-mail em que a pessoa clicou por último. A comparação é de todas as cotas
        pagas da rifa, venham de onde vierem.
      </p>
    </>
  );
}

function Effect({ boost: { createdAt, couponCode, expected, stats, compared } }: { boost: RifaBoost }) {
  return (
    <>
      <p className="text-sm text-ink-soft">
        {formatDateTime(createdAt)} · {formatCount(stats.recipients, 'pessoa', 'pessoas')} ·{' '}
        {formatCount(stats.clicked, 'clique', 'cliques')}
        {couponCode && ` · cupom ${couponCode}`}
      </p>
      <dl className="tabular grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-soft">
            Esperado{expected && `, pelo resultado ${basisText(expected)}`}
          </dt>
          <dd>{expected ? expectedText(expected) : 'Ainda sem envios para comparar'}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-soft">Medido, de quem clicou no e-mail</dt>
          <dd>
            <strong>{formatCount(stats.orders, 'pedido pago', 'pedidos pagos')}</strong>,{' '}
            {formatBrl(stats.revenueCentavos)}
          </dd>
        </div>
      </dl>
      {compared && compared.hours > 0 && (
        <p className="tabular">
          <strong>{formatCount(compared.after.cotas, 'cota paga', 'cotas pagas')}</strong> em{' '}
          {timeText(compared.hours)}, contra {formatInteger(compared.before.cotas)} no mesmo tempo antes
          {compared.before.cotas > 0 && ` (${changeText(compared.after.cotas / compared.before.cotas - 1)})`}
        </p>
      )}
    </>
  );
}

function timeText(hours: number): string {
  return hours < 1
    ? formatCount(Math.max(1, Math.round(hours * 60)), 'minuto', 'minutos')
    : formatCount(Math.round(hours), 'hora', 'horas');
}

/** @param change 0.5 is 50% more */
function changeText(change: number): string {
  return `${change > 0 ? '+' : ''}${formatPercent(change * 100)}`;
}
