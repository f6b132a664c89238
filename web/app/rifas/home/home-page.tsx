import { HydrationBoundary, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { MetaDescriptor } from 'react-router';
import { useSession } from '../../accounts/session.ts';
import { queries } from '../../api.ts';
import { describePage } from '../../page-meta.ts';
import { prefetchInBrowser, prefetchOnServer } from '../../prefetch.ts';
import { siteFacts } from '../../site-facts.ts';
import type { Route } from './+types/home-page.ts';
import { HomePage as HomeView } from './home-view.tsx';
import { latePart } from '../../ui/late-part.ts';

/** Only for somebody signed in, which a first visit is not. */
const PersonalBlock = latePart(() => import('../../personalization/personal-block.tsx'));

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetchOnServer(context, (api) => [api.rifas.list.queryOptions()]);

export const clientLoader = () => prefetchInBrowser((api) => [api.rifas.list.queryOptions()]);

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  const site = siteFacts(matches);
  const url = site.publicUrl;
  return describePage(
    {
      title: site.name,
      description:
        'Rifas online de Maceió com sorteio pela Loteria Federal que qualquer pessoa confere. Escolha suas cotas e pague por Pix.',
      image: '/icons/share.png',
      path: '/',
      structuredData: {
        '@type': 'Organization',
        name: site.name,
        url: `${url}/`,
        logo: `${url}/icons/icon-512.png`,
        areaServed: 'BR',
      },
    },
    site,
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <Home />
    </HydrationBoundary>
  );
}

function Home() {
  const session = useSession();
  const rifas = useQuery(queries.rifas.list.queryOptions());
  return (
    <HomeView
      rifas={rifas.data}
      failed={rifas.isError && !rifas.data}
      onRetry={() => void rifas.refetch()}
      personal={
        session.status === 'signed-in' && (
          <Suspense>
            <PersonalBlock name={session.name} />
          </Suspense>
        )
      }
    />
  );
}
