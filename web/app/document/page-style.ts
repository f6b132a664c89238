import { createContext } from 'react';

const PAGE_STYLE_ID = 'estilo';

/** CSS of every page during server rendering. */
export const PageStyleContext = createContext<string | undefined>(undefined);

/**
 * Inlines the style sheet: a separate file would cost one more round trip before the first paint. In the browser it is
 * read back from the document, so that hydration matches.
 */
export function pageStyle(rendered: string | undefined) {
  const text = rendered ?? document.getElementById(PAGE_STYLE_ID)?.textContent ?? '';
  return { id: PAGE_STYLE_ID, dangerouslySetInnerHTML: { __html: text } };
}
