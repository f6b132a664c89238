import type { BrowserContext } from '@playwright/test';

/**
 * Removes the APIs from a page that the oldest supported browsers lack (docs/ARCHITECTURE.md), because the Chromium of
 * the tests is newer. Workers keep them.
 */
export async function removeNewerFeatures(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const newer: [owner: object | undefined, names: string[]][] = [
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Array, ['fromAsync']],
      [URL, ['parse', 'canParse']],
      [AbortSignal, ['any']],
      [RegExp, ['escape']],
      [Error, ['isError']],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
      [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'resize']],
      [
        Set.prototype,
        [
          'union',
          'intersection',
          'difference',
          'symmetricDifference',
          'isSubsetOf',
          'isSupersetOf',
          'isDisjointFrom',
        ],
      ],
      [Reflect.get(window, 'Iterator') as object, ['from', 'concat']],
      [
        (Reflect.get(window, 'Iterator') as { prototype: object } | undefined)?.prototype,
        ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
      ],
      [Element.prototype, ['setHTMLUnsafe', 'moveBefore']],
      [HTMLDialogElement.prototype, ['requestClose']],
      [Document.prototype, ['startViewTransition']],
      [Intl, ['DurationFormat']],
      [window, ['scheduler', 'navigation', 'requestIdleCallback', 'cancelIdleCallback']],
    ];
    for (const [owner, names] of newer)
      if (owner) for (const name of names) Reflect.deleteProperty(owner, name);
  });
}
