import { createContext } from 'react';

const PAGE_STYLE_ID = 'estilo';

/** The style sheet of every page while the server renders. */
export const PageStyleContext = createContext<string | undefined>(undefined);

/**
 * The style sheet goes out within the page: a file of its own would cost a cheap phone one more journey to the server
 * before it shows anything. In the browser it is read from the page that has arrived.
 */
export function pageStyle(rendered: string | undefined) {
  const text = rendered ?? document.getElementById(PAGE_STYLE_ID)?.textContent ?? '';
  return { id: PAGE_STYLE_ID, dangerouslySetInnerHTML: { __html: text } };
}
