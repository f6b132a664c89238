/** Browser loader and metadata shared by both pages of a rifa. */
import type { MetaDescriptor } from 'react-router';
import { plainRichText } from '@mare/domain/rifas/rich-text.ts';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import type { ApiQueries } from '../../api.ts';
import { formatBrl, formatLongDate } from '../../format.ts';
import { links } from '../../links.ts';
import { describePage } from '../../document/page-meta.ts';
import { type LoadedEntity, prefetchEntityInBrowser } from '../../fetching/prefetch.ts';
import { type SiteFacts, siteFacts } from '../../document/site-facts.ts';

export const wantedRifa = (id: string) => (api: ApiQueries) =>
  [
    api.rifas.find.queryOptions({ input: { id } }),
    api.rifas.tiers.queryOptions(),
    api.rifas.legal.queryOptions({ input: { id } }),
  ] as const;

export const loadRifaWithCart = () => import('./rifa-with-cart.tsx');
export const loadRifaWithCheckout = () => import('./rifa-with-checkout.tsx');

/** For `clientLoader`: reads the rifa while its view loads. */
export function readRifa(id: string, loadView: () => Promise<unknown>) {
  // The page repeats a failed load.
  loadView().catch(() => undefined);
  return prefetchEntityInBrowser(wantedRifa(id));
}

interface MetaArgs {
  loaderData: LoadedEntity<RifaDetail> | undefined;
  matches: Parameters<typeof siteFacts>[0];
}

export function meta({ loaderData, matches }: MetaArgs): MetaDescriptor[] {
  const site = siteFacts(matches);
  if (loaderData && loaderData.found === undefined)
    return describePage({ title: 'Rifa', description: 'Carregando...', index: false }, site);
  return describeRifa(loaderData?.found ?? null, site);
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
  cancelled: (prize) => `Rifa cancelada: o dinheiro volta a quem comprou. Prêmio: ${prize}.`,
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
