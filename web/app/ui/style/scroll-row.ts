/**
 * A row that scrolls sideways on phones, to the edge of the screen, and a grid from the `sm` width. It contains what its
 * items position, e.g. text for screen readers only, which would widen the page.
 */
export const scrollRow =
  'relative -mx-4 flex gap-3 overflow-x-auto px-4 pt-1 pb-4 contain-inline-size sm:mx-0 sm:grid sm:overflow-visible sm:p-0 sm:contain-none';
