import displayFace from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import textFace from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';

/** Addresses of the two faces, for `<link rel="preload" as="font" type="font/woff2" crossorigin>`. */
export const fontFiles = [textFace, displayFace];
