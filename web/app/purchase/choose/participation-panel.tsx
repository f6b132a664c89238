import { Suspense } from 'react';
import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { ServicePrizeNote } from './service-prize-note.tsx';
import { VipNote } from './vip-note.tsx';

/** Loaded on demand: few buyers need it, and only after the session is known. */
const NotEligibleNotice = lazyComponent(() =>
  import('../../orders/eligibility/not-eligible-notice.tsx').then((module) => ({
    default: module.NotEligibleNotice,
  })),
);

const UnreadBuyer = lazyComponent(() =>
  import('../../orders/eligibility/unread-buyer.tsx').then((module) => ({ default: module.UnreadBuyer })),
);

/** Links eligible buyers to the checkout and visitors to the sign-in page. */
export function ParticipationPanel({ rifa }: { rifa: RifaDetail }) {
  const session = useSession();
  const signedIn = session.status === 'signed-in';
  const participation = useQuery({
    ...queries.rifas.participation.queryOptions({ input: { id: rifa.id } }),
    enabled: signedIn,
  });
  const unknown = session.status === 'loading' || (signedIn && participation.isPending);
  // The checkout has a field for a missing city.
  const canBuy = participation.data?.allowed === true || participation.data?.reason === 'city_unknown';
  const isUnread = signedIn && participation.isError && !participation.data;
  const isDenied = signedIn && !participation.isPending && !isUnread && !canBuy;
  // The page shows nothing that invites to buy.
  const isResting = participation.data?.reason === 'self_excluded' || participation.data?.reason === 'paused';
  return (
    <Card padded className="grid gap-4" data-resting={isResting || undefined}>
      <h2 className="text-xl">Participar desta rifa</h2>
      <p>
        <span className="tabular font-display text-2xl font-extrabold">{formatBrl(rifa.priceCentavos)}</span>{' '}
        por cota
      </p>
      <VipNote rifa={rifa} />
      <ServicePrizeNote rifa={rifa} participation={participation.data} />
      {unknown && <Skeleton className="h-14 rounded-full" />}
      {isUnread && (
        <Suspense fallback={<Skeleton className="h-14 rounded-full" />}>
          <UnreadBuyer onRetry={() => participation.refetch()} />
        </Suspense>
      )}
      {isDenied && (
        <Suspense fallback={<Skeleton className="h-14 rounded-full" />}>
          <NotEligibleNotice participation={participation.data} pauseReason={rifa.pauseReason} />
        </Suspense>
      )}
      {!unknown && !isUnread && !isDenied && (
        <LinkButton
          size="lg"
          block
          to={signedIn ? links.purchase(rifa.id) : links.auth(links.purchase(rifa.id))}
        >
          Participar Agora
        </LinkButton>
      )}
      {!isDenied && (
        <LinkButton variant="outline" icon="cart" block to={links.rifa(rifa.id)}>
          {rifa.choosesNumbers ? 'Escolher meus números' : 'Escolher quantas cotas'}
        </LinkButton>
      )}
    </Card>
  );
}
