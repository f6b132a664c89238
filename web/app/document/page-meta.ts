/** Title, description and sharing tags of a page. */
import type { MetaDescriptor } from 'react-router';
import { type SiteFacts, siteFacts } from './site-facts.ts';

interface PageMeta {
  title: string;
  /** Title of the link's preview, if not `title`. */
  sharedTitle?: string;
  /** May contain the placeholder {loja} for the shop's name. */
  description: string;
  /** False adds `noindex`. */
  index?: boolean;
  /** Path of the page's sharing image, 1200 × 630 px; 'shop' for that of the shop. */
  image?: string;
  path?: string;
  /** schema.org JSON-LD. */
  structuredData?: Record<string, unknown>;
}

interface PageMatches {
  matches: Parameters<typeof siteFacts>[0];
}

/** For a page whose tags do not depend on loaded data. */
export function pageMeta(page: PageMeta): (args: PageMatches) => MetaDescriptor[] {
  return ({ matches }) => describePage(page, siteFacts(matches));
}

/** @param site origin (sharing tags need absolute URLs) and name */
export function describePage(
  { title, sharedTitle = title, description, index = true, image, path, structuredData }: PageMeta,
  { publicUrl, name, picture }: SiteFacts,
): MetaDescriptor[] {
  const shownImage = image === 'shop' ? picture : image;
  const shownDescription = description.replaceAll('{loja}', name);
  const fullTitle = title === name ? title : `${title} | ${name}`;
  const tags: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: shownDescription },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: sharedTitle },
    { property: 'og:description', content: shownDescription },
    { name: 'twitter:card', content: shownImage ? 'summary_large_image' : 'summary' },
  ];
  if (shownImage)
    tags.push(
      { property: 'og:image', content: `${publicUrl}${shownImage}` },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
    );
  if (path !== undefined && publicUrl)
    tags.push(
      { property: 'og:url', content: `${publicUrl}${path}` },
      { tagName: 'link', rel: 'canonical', href: `${publicUrl}${path}` },
    );
  // A data block is not executed, so the Content-Security-Policy does not apply to it.
  if (structuredData)
    tags.push({ 'script:ld+json': { '@context': 'https://schema.org', ...structuredData } });
  if (!index) tags.push({ name: 'robots', content: 'noindex' });
  return tags;
}
