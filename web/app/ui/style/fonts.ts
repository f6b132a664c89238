import textFace from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
export const preloadedFont = textFace;

const STORAGE_KEY = 'mare.face';

/**
 * Runs in the head. On a first visit titles are set in their fallback, which has the same metrics, until the page is
 * there: on a slow network the display face would hold up the picture that a visitor came for. Whoever has been here has
 * it, and sees it from the first paint.
 */
export const displayFontScript = `try{if(localStorage.getItem('${STORAGE_KEY}'))document.documentElement.dataset.face=''}catch{}`;

/** Fetches the display face once the page has loaded, and sets the titles in it (tokens.css). */
export function loadDisplayFont(): void {
  if (document.documentElement.dataset.face !== undefined) return;
  const bring = () => void setTitlesInDisplayFace();
  if (document.readyState === 'complete') bring();
  else window.addEventListener('load', bring, { once: true });
}

async function setTitlesInDisplayFace(): Promise<void> {
  try {
    await document.fonts.load("750 1rem 'Bricolage Grotesque Variable'");
    document.documentElement.dataset.face = '';
    localStorage.setItem(STORAGE_KEY, '1');
  } catch {
    // Without the network titles keep their fallback; without storage the face comes late at each visit.
  }
}
