import { minifyContractRouter } from '@orpc/contract';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contract } from '@mare/contract/contract.ts';

const LIBRARIES = [
  /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
  /node_modules\/@tanstack\/(?:react-query|query-core)\/(?!.*(?:mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries))/,
  /node_modules\/@orpc\/(?:shared\/|tanstack-query\/|client\/dist\/(?:index|shared\/client\.D_))/,
];

const FRAME = [
  /web\/app\/(?:root|links|format|api|document\/page-meta)\.tsx?/,
  /web\/app\/fetching\/(?:prefetch|browser-query-client|query-client|is-api-error)\.ts/,
  /web\/app\/layout\/(?!mobile-menu|user-menu|newsletter-form|footer|announcement-bar)/,
  /web\/app\/(?:session\/(?:session|own-data)|cart\/cart-(?:store|panel))\.ts/,
  /web\/app\/ui\/(?:button|states|card|style\/(?:icons|class-names|logo)|data-display\/badge|overlay\/toaster)\.tsx?/,
  /domain\/(?:cart\/cart|rifas\/prices\/price-steps)\.ts/,
  /web\/app\/experiments\/note-step\.ts/,
  /web\/app\/(?:ui\/style\/beach-scene|rifas\/(?:stats\/real-shop-stats|list\/rifa-list-loading))\.tsx/,
];

/** Of a rifa, what other pages show, too: they come without the rest of it. */
const PIECES = [
  /web\/app\/rifa-display\/rifa-picture\.tsx/,
  /web\/app\/ui\/(?:data-display\/(?:number-chip|progress-bar)|navigation\/(?:pagination|page-number))\.tsx?/,
  /domain\/rifas\/picture\.ts/,
];

/** What a rifa's own page needs before its cotas can be bought. */
const RIFA = [
  /web\/app\/rifas\/detail\/(?!below-purchase|not-on-sale|leaders|legal-pack|draw-promise|share-rifa)/,
  /web\/app\/rifas\/(?:price-badge|sold-progress|rich-text|draw-countdown)\.tsx?/,
  /web\/app\/rifa-display\/(?:rifa-status|price-labels)/,
  /web\/app\/ui\/use-now\.ts/,
  /web\/app\/purchase\/choose\/(?:numbers\/number-picker|(?!manual-quantity|choice-draft)[\w-]+)\.tsx?/,
  /web\/app\/social-proof\/(?:urgency-banner|stats-bar|viewers|use-simulation|illustrative|mode)\.tsx?/,
  /web\/app\/(?:cart\/request-numbers|ui\/overlay\/late-toast)\.ts/,
  /web\/app\/ui\/(?:form\/quantity-stepper|data-display\/(?:countdown-display|figures))\.tsx/,
];

/** What comes after the first view of a rifa's page and of the home page. */
const RIFAS = [/web\/app\/(?:rifas\/(?!admin\/)|rifa-display\/)/, /web\/app\/social-proof\//];

/** What every page needs before it comes alive: few files pack smaller than many. */
const firstFiles = {
  groups: [
    { name: 'libraries', test: oneOf(LIBRARIES) },
    { name: 'frame', test: oneOf(FRAME) },
    { name: 'messages', test: /web\/app\/messages\.ts/ },
    { name: 'pieces', test: oneOf(PIECES) },
    { name: 'rifa', test: oneOf(RIFA) },
    { name: 'rifas', test: oneOf(RIFAS) },
  ],
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), reactRouter(), contractRoutes(), toastsWithoutStyleElement()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: firstFiles } } } } },
});

function oneOf(patterns: RegExp[]): (module: string) => boolean {
  return (module) => patterns.some((pattern) => pattern.test(module));
}

/** Gives the browser the contract's paths and methods alone: its schemas would double the first script. */
function contractRoutes(): Plugin {
  const id = 'virtual:contract-routes';
  return {
    name: 'contract-routes',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export default ${JSON.stringify(minifyContractRouter(contract))}` : undefined,
  };
}

/**
 * The toast library writes a style element of its own, which the Content-Security-Policy refuses. toasts.css already
 * holds the same rules, so the call goes.
 */
function toastsWithoutStyleElement(): Plugin {
  return {
    name: 'toasts-without-style-element',
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
      handler: (code) => ({ code: code.replace(/^__insertCSS\(".*$/m, ''), map: null }),
    },
  };
}
