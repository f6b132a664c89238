import textFace from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/**
 * For `<link rel="preload" as="font" type="font/woff2" crossorigin>`. The display face is not asked for early: on a slow
 * network it would hold up the picture that a visitor came for.
 */
export const earlyFont = textFace;
