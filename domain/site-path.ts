/**
 * A path of this site, e.g. `/rifa/1?ref=x`. Browsers read `//` and `/\` at its start as another host.
 */
export const SITE_PATH = /^\/(?:[!-.0-[\]-~][!-~]*)?$/;
