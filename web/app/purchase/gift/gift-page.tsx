import { HydrationBoundary, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import type { Gift } from '@mare/contract/orders/gifts.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { useSession } from '../../session/session.ts';
import { type ApiQueries, queries } from '../../api.ts';
import { formatCotaNumber, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { describePage } from '../../document/page-meta.ts';
import { siteFacts } from '../../document/site-facts.ts';
import { prefetchEntityInBrowser } from '../../fetching/prefetch.ts';
import { prefetchEntityOnServer } from '../../fetching/prefetch-on-server.ts';
import { SentPageError } from '../../orders/sent-page-error.tsx';
import { CotaNumbers } from '../../rifa-display/cota-numbers.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { Spinner } from '../../ui/states.tsx';
import { ClaimGift } from './claim-gift.tsx';
import type { Route } from './+types/gift-page.ts';

const pageQueries = (reference: string) => (api: ApiQueries) =>
  [api.orders.gift.queryOptions({ input: { reference } })] as const;

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetchEntityOnServer(context, pageQueries(params.reference));

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  prefetchEntityInBrowser(pageQueries(params.reference));

/** The preview of the link shows the rifa and the giver's message. */
export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  const gift = loaderData?.found;
  const site = siteFacts(matches);
  if (!gift)
    return describePage(
      { title: 'Um presente para você', description: 'Cotas de presente.', image: 'shop', index: false },
      site,
    );
  const { reference, title, message, state } = gift;
  return describePage(
    {
      title: headingOf(gift),
      description: `${message ? `“${message}” ` : ''}${title}: ${drawOf(gift)}.${state === 'open' ? ' É só aceitar.' : ''}`,
      image: `/og/presentes/${encodeURIComponent(reference)}.png`,
      path: links.gift(reference),
      index: false,
    },
    site,
  );
}

function headingOf({ recipientName, giver, numbers, state }: Gift): string {
  // Withdrawn, or never accepted.
  if (state === 'over') return `Um presente de ${giver}`;
  return `${recipientName}, ${giver} deu ${numbers.length === 1 ? 'uma cota' : countCotas(numbers.length)} a você`;
}

function drawOf({ rifaStatus, drawDate }: Gift): string {
  if (rifaStatus === 'cancelled') return 'a rifa foi cancelada';
  const day = formatLongDate(drawDate);
  return rifaStatus === 'completed' ? `sorteada em ${day}` : `sorteio em ${day}, pela Loteria Federal`;
}

/** Public page of a gift. */
export default function GiftPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <LoadedGift reference={params.reference} />
    </HydrationBoundary>
  );
}

function LoadedGift({ reference }: { reference: string }) {
  const found = useQuery({
    ...queries.orders.gift.queryOptions({ input: { reference } }),
    // The server renders without a session.
    staleTime: 0,
  });
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      {found.isPending && <Spinner className="min-h-[60svh]" />}
      {found.isError && !found.data && (
        <SentPageError
          error={found.error}
          icon="search"
          notFound="Presente não encontrado."
          failed="Não foi possível carregar o presente."
          onRetry={() => found.refetch()}
        />
      )}
      {found.data && <GiftCard gift={found.data} />}
    </main>
  );
}

const NUMBERS_SHOWN = 12;

function GiftCard({ gift }: { gift: Gift }) {
  const isOne = gift.numbers.length === 1;
  return (
    <Card className="mx-auto grid max-w-lg overflow-hidden">
      <RifaPicture
        image={gift.image}
        sizes="(min-width: 640px) 32rem, 100vw"
        className="aspect-16/9 w-full"
      />
      <div className="grid gap-4 p-6">
        <h1 className="text-2xl">{headingOf(gift)}</h1>
        {gift.message && (
          <blockquote className="border-l-4 border-sun pl-4 text-lg break-words">“{gift.message}”</blockquote>
        )}
        <p className="text-lg font-semibold">{gift.title}</p>
        {isOne ? (
          <NumberChip size="lg" tone="sun">
            {formatCotaNumber(gift.numbers[0]!, gift.totalNumbers)}
          </NumberChip>
        ) : (
          <CotaNumbers numbers={gift.numbers} totalNumbers={gift.totalNumbers} shown={NUMBERS_SHOWN} />
        )}
        <p className="text-ink-soft first-letter:uppercase">{drawOf(gift)}.</p>
        <NextStep gift={gift} />
      </div>
    </Card>
  );
}

function NextStep({ gift }: { gift: Gift }) {
  const isOne = gift.numbers.length === 1;
  const session = useSession();
  const [isClaimedHere, setIsClaimedHere] = useState(false);
  if (gift.isMine && gift.state === 'claimed')
    return (
      <div aria-live="polite" className="grid gap-4">
        <p
          // Moves focus: the focused button has disappeared.
          ref={(news) => void (isClaimedHere && news?.focus())}
          tabIndex={-1}
          className="rounded-md bg-success-tint px-4 py-3 font-semibold text-success outline-none"
        >
          {ownWords(gift)}
        </p>
        <LinkButton to={links.giftProof(gift.reference)} icon="shield">
          {isOne ? 'Comprovante da cota' : 'Comprovante das cotas'}
        </LinkButton>
        <LinkButton to={links.dashboard()} variant="outline">
          Ver minhas cotas
        </LinkButton>
      </div>
    );
  if (gift.state === 'claimed') return <p className="font-semibold">Este presente já foi aceito.</p>;
  if (gift.state === 'over')
    return (
      <p className="font-semibold">
        {gift.isMine
          ? 'Este presente deixou de valer: a compra foi desfeita.'
          : 'Este presente não pode mais ser aceito.'}
      </p>
    );
  if (session.status === 'visitor')
    return (
      <LinkButton to={links.auth(links.gift(gift.reference))} block>
        Entrar para aceitar
      </LinkButton>
    );
  return <ClaimGift gift={gift} onClaimed={() => setIsClaimedHere(true)} />;
}

function ownWords({ rifaStatus, numbers }: Gift): string {
  const isOne = numbers.length === 1;
  if (rifaStatus === 'cancelled')
    return `${isOne ? 'A cota era sua' : 'As cotas eram suas'}, e o valor volta para quem pagou.`;
  if (rifaStatus === 'completed')
    return `${isOne ? 'A cota é sua' : 'As cotas são suas'}. O sorteio já aconteceu: veja o resultado em Minhas cotas.`;
  return isOne
    ? 'A cota é sua. Boa sorte! Se ela for sorteada, avisamos você.'
    : 'As cotas são suas. Boa sorte! Se uma delas for sorteada, avisamos você.';
}
