import { HydrationBoundary } from '../fetching/deferred-cache/use-query.tsx';
import type { MetaDescriptor } from 'react-router';
import { describePage } from '../document/page-meta.ts';
import { prefetchInBrowser } from '../fetching/prefetch.ts';
import { prefetchOnServer } from '../fetching/prefetch-on-server.ts';
import { isMareDaSorte, siteFacts } from '../document/site-facts.ts';
import type { Route } from './+types/home-page.ts';
import { HomeView } from './home-view.tsx';

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetchOnServer(context, (api) => [api.rifas.list.queryOptions()]);

export const clientLoader = () => prefetchInBrowser((api) => [api.rifas.list.queryOptions()]);

export function meta({ matches }: Route.MetaArgs): MetaDescriptor[] {
  const site = siteFacts(matches);
  const url = site.publicUrl;
  return describePage(
    {
      title: site.name,
      description: `Rifas online${isMareDaSorte(site.name) ? ' de Maceió' : ''} com sorteio pela Loteria Federal que qualquer pessoa confere. Escolha suas cotas e pague por Pix.`,
      image: 'shop',
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
  return <HydrationBoundary state={loaderData?.dehydratedState}>{home}</HydrationBoundary>;
}

/** Static element: keeps hydration from re-rendering it. */
const home = <HomeView />;
