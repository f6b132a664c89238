import textFace from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
export const preloadedFont = textFace;

const STORAGE_KEY = 'mare.face';

/**
 * Runs in the head. On a first visit titles use their fallback, which has the same metrics, until the page has loaded:
 * on a slow network the display face would delay the main image. Returning visitors have the face in the HTTP cache and
 * see it from the first paint.
 */
export const displayFontScript = `try{if(localStorage.getItem('${STORAGE_KEY}'))document.documentElement.dataset.face=''}catch{}`;

/** Loads the display face after the page and applies it to titles (tokens.css). */
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
    // Offline, titles keep their fallback; without storage, each visit starts with the fallback.
  }
}
