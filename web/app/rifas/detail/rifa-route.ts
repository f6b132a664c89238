/** Loaders and metadata shared by both pages of a rifa. */
import { isDefinedError } from '@orpc/client';
import { data, type MetaDescriptor, type RouterContextProvider } from 'react-router';
import { plainRichText } from '@mare/domain/rifas/rich-text.ts';
import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { type ApiQueries, queries, serverApi } from '../../api.ts';
import { browserQueryClient } from '../../fetching/browser-query-client.ts';
import { formatBrl, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { isApiError } from '../../fetching/is-api-error.ts';
import { describePage } from '../../document/page-meta.ts';
import { prefetchInBrowser, prefetchOnServer } from '../../fetching/prefetch.ts';
import { type SiteFacts, siteFacts } from '../../document/site-facts.ts';

const rifaQueries = (id: string) => (api: ApiQueries) => [
  api.rifas.find.queryOptions({ input: { id } }),
  api.rifas.tiers.queryOptions(),
  api.rifas.legal.queryOptions({ input: { id } }),
];

interface RifaArgs {
  params: { id: string };
}

interface ServerArgs extends RifaArgs {
  context: Readonly<RouterContextProvider>;
}

/** Responds with 404 if the rifa does not exist. */
export async function loader({ context, params: { id } }: ServerArgs) {
  const rifa = await context
    .get(serverApi)
    .rifas.find({ id })
    .catch((error: unknown) => (isDefinedError(error) ? null : Promise.reject(error)));
  return data({ ...(await prefetchOnServer(context, rifaQueries(id))), rifa }, rifa ? 200 : 404);
}

export async function clientLoader({ params: { id } }: RifaArgs) {
  await prefetchInBrowser(rifaQueries(id));
  const { queryKey } = queries.rifas.find.queryOptions({ input: { id } });
  const known = browserQueryClient().getQueryState(queryKey);
  const missing = isApiError(known?.error, 'NOT_FOUND');
  return { dehydratedState: undefined, rifa: missing ? null : known?.data };
}

interface MetaArgs {
  loaderData: { rifa: RifaDetail | null | undefined } | undefined;
  matches: Parameters<typeof siteFacts>[0];
}

export function meta({ loaderData, matches }: MetaArgs): MetaDescriptor[] {
  const site = siteFacts(matches);
  if (loaderData && loaderData.rifa === undefined)
    return describePage({ title: 'Rifa', description: 'Carregando...', index: false }, site);
  return describeRifa(loaderData?.rifa ?? null, site);
}

type Describe = (prize: string, rifa: RifaDetail) => string;

const onOffer: Describe = (prize, { priceCentavos, drawDate }) =>
  `Concorra a ${prize} por ${formatBrl(priceCentavos)} a cota. Sorteio em ${formatLongDate(drawDate)} pela Loteria Federal.`;

const descriptions: Record<RifaDetail['status'], Describe> = {
  draft: onOffer,
  scheduled: (prize, rifa) => `Em breve: ${onOffer(prize, rifa)}`,
  active: onOffer,
  paused: (prize, { drawDate }) =>
    `Vendas pausadas: ${prize} será sorteado em ${formatLongDate(drawDate)} pela Loteria Federal.`,
  closed: (prize, { drawDate }) =>
    `Vendas encerradas: ${prize} será sorteado em ${formatLongDate(drawDate)} pela Loteria Federal.`,
  completed: (prize, { drawDate }) =>
    `Rifa sorteada em ${formatLongDate(drawDate)} pela Loteria Federal. Prêmio: ${prize}.`,
  cancelled: (prize) => `Rifa cancelada, com o dinheiro devolvido a quem comprou. Prêmio: ${prize}.`,
};

/** @param rifa null if not found */
function describeRifa(rifa: RifaDetail | null, site: SiteFacts): MetaDescriptor[] {
  if (!rifa)
    return describePage(
      { title: 'Rifa não encontrada', description: 'Esta rifa não está mais disponível.', index: false },
      site,
    );
  const prize = rifa.prizeName ?? rifa.title;
  return describePage(
    {
      title: rifa.title,
      description: descriptions[rifa.status](prize, rifa),
      image: links.sharingPicture(rifa.id),
      path: links.rifaDetail(rifa.id),
      structuredData: describeOffer(rifa, site),
    },
    site,
  );
}

function describeOffer(rifa: RifaDetail, { publicUrl, name }: SiteFacts) {
  const left = rifa.status === 'active' && rifa.soldNumbers < rifa.totalNumbers;
  return {
    '@type': 'Product',
    name: rifa.title,
    description: plainRichText(rifa.description),
    image: `${publicUrl}${links.sharingPicture(rifa.id)}`,
    url: `${publicUrl}${links.rifaDetail(rifa.id)}`,
    brand: { '@type': 'Organization', name },
    offers: {
      '@type': 'Offer',
      price: (rifa.priceCentavos / 100).toFixed(2),
      priceCurrency: 'BRL',
      availability: `https://schema.org/${rifa.opensAt ? 'PreSale' : left ? 'InStock' : 'SoldOut'}`,
      availabilityEnds: rifa.drawDate,
      url: `${publicUrl}${links.rifa(rifa.id)}`,
    },
  };
}
