/**
 * A path of this site, e.g. `/rifa/1?ref=x`: what begins with two slashes, or a slash and its mirror, would lead a browser
 * elsewhere.
 */
export const SITE_PATH = /^\/(?:[!-.0-[\]-~][!-~]*)?$/;
