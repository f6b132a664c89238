import { join } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contract } from '@mare/contract/contract.ts';
import { moduleSizes } from './module-sizes.ts';
import { verifierFiles } from './verifier/build-verifier.ts';

/**
 * Chunks of the first view and of what many pages share; everything else is split by the routes and the dynamic imports.
 * Each group starts from a few modules and includes their static imports, unless an earlier group has them. One large
 * chunk compresses better than many small ones, and every request costs a phone as much as some kilobytes.
 * e2e/storefront/first-view.spec.ts checks the sizes.
 */
const sharedChunks = {
  groups: [
    // Code of every page with its libraries.
    {
      name: 'frame',
      test: /web\/app\/(?:entry\.client|root|layout\/site-layout|document\/(?:page-meta|site-facts)|fetching\/(?:prefetch|connection-failed|deferred-cache\/use-query)|ui\/(?:card|states|lazy-boundary|overlay\/lazy-toast))\.tsx?$/,
    },
    // The query cache, which loads after the first view.
    {
      name: 'queries',
      test: /web\/app\/fetching\/(?:browser-query-client|deferred-cache\/tanstack)\.ts$|\/use(?:Query|Mutation)\.js$/,
    },
    // Code that the rifa page shares with home, ranking and results.
    {
      name: 'display',
      test: /web\/app\/(?:format|rifas\/stats\/real-shop-stats|ui\/evidence-alert)\.tsx?$/,
    },
    // The little that draws and static pages share with the rifa page.
    {
      name: 'figures',
      test: /domain\/draws\/extraction-label\.ts$|web\/app\/(?:social-proof\/illustrative|ui\/data-display\/stats)\.tsx$/,
    },
    // Pictures and progress of rifas, for the parts that show them.
    {
      name: 'picture',
      test: /web\/app\/(?:rifa-display\/rifa-picture|ui\/data-display\/progress-bar)\.tsx$/,
    },
    // What the pages of a rifa need before its view has loaded.
    {
      name: 'rifa-page',
      test: /web\/app\/(?:rifas\/detail\/rifa-route\.ts|rifa-display\/rifa-loading\.tsx)$/,
    },
    { name: 'rifa', test: /web\/app\/rifas\/detail\/rifa-view\.tsx$/ },
    // Prices and quantities, which choosing cotas and the cart share.
    {
      name: 'prices',
      test: /domain\/(?:rifas\/prices\/(?:price-steps|purchase-plan)|checkout\/manual-quantity)\.ts$|web\/app\/(?:ui\/form\/quantity-stepper|rifa-display\/price-labels)\.tsx?$/,
    },
    // Choosing cotas, which hydrates with the view of the rifa.
    {
      name: 'choose',
      test: /web\/app\/(?:rifas\/detail\/rifa-with-(?:cart|checkout)|purchase\/choose\/add-to-cart-panel)\.tsx$/,
    },
    // Words about draws that their pages share with that of a rifa.
    {
      name: 'draws',
      test: /web\/app\/(?:draws\/(?:draw-labels|prizes\/prize-sentence)|ui\/data-display\/number-chip)\.tsx?$/,
    },
    // The little that the first views of home, results and terms share with later chunks.
    {
      name: 'lists',
      test: /domain\/rifas\/legal\/cnpj\.ts$|web\/app\/ui\/(?:navigation\/(?:pagination|page-number)|style\/scroll-row|use-kept-focus)\.tsx?$/,
    },
    { name: 'form', test: /domain\/accounts\/terms\.ts$|web\/app\/ui\/form\/field\.tsx$/ },
    { name: 'messages', test: /web\/app\/messages\.ts$/ },
    { name: 'footer', test: /web\/app\/layout\/footer\.tsx$/ },
    { name: 'toasts', test: /web\/app\/ui\/(?:overlay\/toast-region|save-file)\.tsx?$/ },
    // What this browser keeps, and the little that signing in and paying share.
    {
      name: 'stores',
      test: /domain\/(?:maceio-time|orders\/order-state)\.ts$|web\/app\/(?:cart\/cart-store|orders\/saved\/saved-orders-store|experiments\/(?:send-step|use-variant)|purchase\/open-order\/(?:use-open-orders|awaited-order)|offline\/cache-site|ui\/use-focus-next)\.ts$/,
    },
    // The page of a rifa below its first screen.
    {
      name: 'below',
      test: /web\/app\/(?:rifas\/detail\/(?:below-purchase|corrections-section|leaders-section|draw-reading|draw-promise)|draws\/instant\/instant-prizes-section|social-proof\/(?:testimonials|people-buying))\.tsx?$/,
    },
    // The cart and dialogs, which every page loads when it is idle.
    {
      name: 'cart',
      test: /web\/app\/(?:purchase\/cart-drawer\/cart-drawer|ui\/overlay\/confirm-dialog)\.tsx$/,
    },
    {
      name: 'panel',
      test: /web\/app\/(?:admin\/(?:admin-list|admin-tabs|export-button|fact-list|paged-list|permitted|query-state|use-list-state)|session\/use-(?:permission|role)|ui\/use-debounced)\.tsx?$/,
    },
    // What a signed-in person has on every page.
    {
      name: 'session',
      test: /web\/app\/(?:layout\/user-menu|notifications\/(?:notification-bell|ticket-signals)|cart\/account-cart|purchase\/open-order\/open-order-bar|personalization\/(?:use-account-theme|consent\/behaviour-tracker)|rifas\/stand\/forget-sent-sales)\.tsx?$/,
    },
    // Signing in, which purchase and account share.
    {
      name: 'sign-in',
      test: /node_modules\/react-hook-form\/|domain\/accounts\/security\/credentials\.ts$|web\/app\/(?:accounts\/(?:sign-in\/(?:captcha|providers|access-codes)|terms\/(?:accept-terms|terms-notice))|session\/renewal)\.tsx?$/,
    },
    // Ordering and paying, by the sheet of a rifa's page or at the checkout.
    {
      name: 'purchase',
      test: /web\/app\/(?:purchase\/(?:express\/express-sheet|pay\/(?:pix-payment|use-live-order|order-again)|checkout\/(?:own-limit-note|customer\/buyer-question))|orders\/eligibility\/not-eligible-notice)\.tsx?$/,
    },
  ],
};

/** Hashes of seven characters, the fewest that the bundler accepts here: every page loads the names of all chunks. `build/module-sizes.json` lists their modules. */
const fileNames = {
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: 'assets/[hash:7].js',
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tailwindcss(),
    reactRouter(),
    contractRoutes(),
    queryCache(),
    chunkLoader(),
    toastsWithoutStyleElement(),
    moduleSizes(import.meta.dirname),
    verifierFiles(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The chunk itself too where it imports no other, which Vite leaves out.
    modulePreload: { resolveDependencies: (chunk, files) => (files.length === 0 ? [chunk] : files) },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: sharedChunks, ...fileNames } } } },
  },
});

/** Ships only the contract's paths and methods to the browser: its schemas would double the size of the first script. */
function contractRoutes(): Plugin {
  const id = 'virtual:contract-routes';
  return {
    name: 'contract-routes',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export default ${JSON.stringify(minifyContractRouter(contract))}` : undefined,
  };
}

/** Loads the query cache with every module that uses TanStack Query, because the first view does without. */
function queryCache(): Plugin {
  const fetching = join(import.meta.dirname, 'app/fetching');
  return {
    name: 'query-cache',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source, importer) =>
      source === '@tanstack/react-query' && importer && !importer.startsWith(fetching)
        ? join(fetching, 'deferred-cache/tanstack.ts')
        : undefined,
  };
}

/** Loads the chunks of dynamic imports by a helper of ours, which can try again. */
function chunkLoader(): Plugin {
  return {
    name: 'chunk-loader',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source) =>
      source === '\0vite/preload-helper.js'
        ? join(import.meta.dirname, 'app/fetching/load-chunk.ts')
        : undefined,
  };
}

/**
 * Removes the style element that the toast library injects, which the Content-Security-Policy blocks. toasts.css contains
 * the same rules.
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
