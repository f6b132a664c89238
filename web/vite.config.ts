import { join } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contract } from '@mare/contract/contract.ts';
import { moduleSizes } from './module-sizes.ts';
import { verifierFiles } from './verifier/build-verifier.ts';

/**
 * Chunks of the first view and of what most pages share; everything else is split by the routes and the dynamic imports. Each group starts from a few
 * modules and includes their static imports, unless an earlier group has them. One large chunk compresses better
 * than many small ones. e2e/storefront/first-view.spec.ts checks the sizes.
 */
const firstViewChunks = {
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
      test: /web\/app\/(?:format|rifas\/stats\/real-shop-stats)\.tsx?$/,
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
    // One name for modules that most pages share: the route manifest, which every page loads, names the chunks of each page.
    { name: 'toasts', test: /node_modules\/sonner\/dist\/index\.mjs$|web\/app\/ui\/save-file\.ts$/ },
    { name: 'pagination', test: /web\/app\/ui\/navigation\/(?:pagination|page-number)\.tsx?$/ },
    { name: 'form', test: /web\/app\/ui\/form\/field\.tsx$/ },
    { name: 'messages', test: /web\/app\/messages\.ts$/ },
    {
      name: 'panel',
      test: /web\/app\/(?:admin\/(?:admin-list|admin-tabs|export-button|paged-list|permitted|query-state|use-list-state)|session\/use-(?:permission|role))\.tsx?$/,
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
    toastsWithoutStyleElement(),
    moduleSizes(import.meta.dirname),
    verifierFiles(),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: firstViewChunks, ...fileNames } } } },
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
