import textFace from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { whenIdle } from '../loading/preload-when-idle.ts';

/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
export const preloadedFont = textFace;

const STORAGE_KEY = 'mare.face';

/**
 * Runs in the head. On a first visit titles use their fallback, which has the same metrics, until the browser is idle:
 * on a slow network the display face would delay the main image. Returning visitors have the face in the HTTP cache and
 * see it from the first paint.
 */
export const displayFontScript = `try{if(localStorage.getItem('${STORAGE_KEY}'))document.documentElement.dataset.face=''}catch{}`;

/** Loads the display face once the browser is idle, and applies it to titles (tokens.css). */
export function loadDisplayFont(): void {
  if (document.documentElement.dataset.face === undefined) whenIdle(setTitlesInDisplayFace);
}

let isLoaded = false;

/** Applies the display face, if it is loaded. To be called on navigation, which replaces the titles anyway. */
export function applyLoadedFont(): void {
  if (isLoaded) document.documentElement.dataset.face = '';
}

async function setTitlesInDisplayFace(): Promise<void> {
  try {
    await document.fonts.load("750 1rem 'Bricolage Grotesque Variable'");
    isLoaded = true;
    const before = heightsOfSeenTitles();
    applyLoadedFont();
    // A title of other lines would move what is being read or pressed: the next page has the face.
    if (heightsOfSeenTitles() !== before) delete document.documentElement.dataset.face;
    localStorage.setItem(STORAGE_KEY, '1');
  } catch {
    // Offline, titles keep their fallback; without storage, each visit starts with the fallback.
  }
}

/** Of those at or above the visible part of the page, in px. */
const heightsOfSeenTitles = () =>
  [...document.querySelectorAll('h1,h2,h3,h4,.font-display')]
    .map((title) => title.getBoundingClientRect())
    .map(({ top, height }) => top < innerHeight && Math.round(height))
    .join();
