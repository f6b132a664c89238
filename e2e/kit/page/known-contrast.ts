/**
 * Skips text whose contrast already passed in this run, in any worker. Contrast depends on the style of the text and of
 * its background. Its check takes three quarters of axe's time, and headers, footers and lists repeat the same few
 * styles on every page.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

const MARK = 'data-known-contrast';
/** Group of elements without visible text: detecting them takes most of axe's time in this rule. */
const TEXTLESS = 'no text';
/** In the output folder, which Playwright empties when a run starts. One style per line. */
const FILE = 'known-contrast.txt';
const passed = new Set<string>();
let readBytes = 0;

/** Appended to axe's source. */
export const SKIP_KNOWN_CONTRAST = `;axe.configure({ rules: [{ id: 'color-contrast', selector: '*:not([${MARK}])' }] });`;

interface KnownContrast extends AsyncDisposable {
  /** Records the styles as passed; call it when axe found no violation. */
  keep(): void;
}

/** Adds the styles that workers recorded since the last call. */
function readPassed(): void {
  const file = join(test.info().project.outputDir, FILE);
  if (!existsSync(file) || statSync(file).size === readBytes) return;
  const content = readFileSync(file);
  readBytes = content.length;
  // Without the text after the last line break, which another worker is still writing.
  for (const key of content.toString().split('\n').slice(0, -1)) passed.add(key);
}

function addPassed(keys: string[]): void {
  const found = keys.filter((key) => !passed.has(key));
  if (found.length === 0) return;
  for (const key of found) passed.add(key);
  const { outputDir } = test.info().project;
  mkdirSync(outputDir, { recursive: true });
  appendFileSync(join(outputDir, FILE), `${found.join('\n')}\n`);
}

/** Marks text of known contrast until disposed. */
export async function markKnownContrast(page: Page): Promise<KnownContrast> {
  readPassed();
  const texts = await page.evaluateHandle(groupTexts, TEXTLESS);
  const styles = await texts.evaluate((all) => [...all].map(([key, { isSeen }]) => ({ key, isSeen })));
  const known = styles.map(({ key }) => key).filter((key) => passed.has(key) || key === TEXTLESS);
  await texts.evaluate(
    (all, [keys, mark]) => {
      for (const element of keys.flatMap((key) => all.get(key)!.elements)) element.setAttribute(mark, '');
    },
    [known, MARK] as const,
  );
  return {
    keep() {
      addPassed(styles.filter(({ isSeen }) => isSeen).map(({ key }) => key));
    },
    async [Symbol.asyncDispose]() {
      await texts.evaluate((all, mark) => {
        for (const { elements } of all.values())
          for (const element of elements) element.removeAttribute(mark);
      }, MARK);
      await texts.dispose();
    },
  };
}

interface TextsOfStyle {
  elements: Element[];
  /** At least one text of this style is not behind a dialog: axe does not check covered text. */
  isSeen: boolean;
}

/** Runs in the page. Groups visible texts by the styles that decide their contrast, except texts that layers may cover. */
function groupTexts(textless: string): Map<string, TextsOfStyle> {
  const groups = new Map<string, TextsOfStyle>();
  const backgrounds = new Map<Element, string>();
  const dialog = [...document.querySelectorAll('dialog[open], [role="dialog"], [role="alertdialog"]')].at(-1);
  const layers = [...document.body.querySelectorAll('*')]
    .filter(isLayer)
    .map((element) => ({ element, rect: element.getBoundingClientRect() }));

  function isLayer(element: Element): boolean {
    const { position, backgroundColor } = getComputedStyle(element);
    const isOpaque = backgroundColor !== 'rgba(0, 0, 0, 0)';
    const isAboveContent =
      position === 'fixed' || position === 'sticky' || (position === 'absolute' && isOpaque);
    return isAboveContent && isVisible(element);
  }

  function touchesLayer(element: Element): boolean {
    const textRect = element.getBoundingClientRect();
    return layers.some(
      ({ element: other, rect }) =>
        !other.contains(element) &&
        // A layer that starts where the text ends overlaps it by a fraction of a pixel.
        rect.left + 1 < textRect.right &&
        rect.right - 1 > textRect.left &&
        rect.top + 1 < textRect.bottom &&
        rect.bottom - 1 > textRect.top,
    );
  }

  function backgroundOf(element: Element | null): string {
    if (!element) return '';
    const stored = backgrounds.get(element);
    if (stored !== undefined) return stored;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const ownStyle = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ');
    const isPlain = ownStyle === 'rgba(0, 0, 0, 0) none 1 none normal';
    const background = [isPlain ? '' : ownStyle, backgroundOf(element.parentElement)]
      .filter(Boolean)
      .join(' on ');
    backgrounds.set(element, background);
    return background;
  }

  /** Axe exempts it. */
  const isDisabled = (element: Element) =>
    element.closest(':disabled, [aria-disabled="true"], [inert]') !== null ||
    element.closest('label')?.control?.matches(':disabled') === true;

  /** Whether the text is visible, not only for screen readers. */
  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    const isClipped = getComputedStyle(element).clipPath === 'inset(50%)';
    return (
      width > 1 &&
      height > 1 &&
      !isClipped &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  }

  /** Whether the element directly contains text. */
  const hasText = (element: Element) =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
    );

  const isField = (element: Element) => element.matches('input, select, textarea');

  groups.set(textless, { elements: [], isSeen: false });
  for (const element of document.querySelectorAll('*')) {
    if (!hasText(element) && !isField(element)) groups.get(textless)!.elements.push(element);
    else if (element.closest('body')) addText(element);
  }

  function addText(element: Element): void {
    if (!isVisible(element) || isDisabled(element) || touchesLayer(element)) return;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const key = `${color} ${fontSize} ${fontWeight} ${textShadow} on ${backgroundOf(element)}`;
    const group = groups.get(key) ?? { elements: [], isSeen: false };
    group.elements.push(element);
    group.isSeen ||= !dialog || dialog.contains(element);
    groups.set(key, group);
  }
  return groups;
}
