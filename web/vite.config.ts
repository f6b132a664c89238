import { join } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contract } from '@mare/contract/contract.ts';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { moduleSizes } from './module-sizes.ts';
import { verifierFiles } from './verifier/build-verifier.ts';

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
    routeLoader(),
    toastsWithoutStyleElement(),
    moduleSizes(import.meta.dirname),
    verifierFiles(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Vite does not preload a chunk without imports.
    modulePreload: { resolveDependencies: (chunk, files) => (files.length === 0 ? [chunk] : files) },
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS }, ...fileNames } } },
    },
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

/** Replaces Vite's loader of dynamic imports by one that retries. */
function chunkLoader(): Plugin {
  return {
    name: 'chunk-loader',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source) =>
      source === '\0vite/preload-helper.js'
        ? join(import.meta.dirname, 'app/fetching/chunks/load-chunk.ts')
        : undefined,
  };
}

/**
 * Replaces what the router does when the script of a page cannot be loaded: it reloads the page that the visitor wants to
 * leave.
 * @throws if the router's code has changed
 */
function routeLoader(): Plugin {
  const loader = JSON.stringify(join(import.meta.dirname, 'app/fetching/chunks/load-chunk.ts'));
  return {
    name: 'route-loader',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js/ },
      handler(code) {
        const changed = code.replace(
          /catch \(error\) \{.*?return new Promise\(\(\) => \{\}\);\s*\}/s,
          'catch { return openInFull(route.module); }',
        );
        if (changed === code) throw new Error('the router reports a failed import in another way');
        return { code: `import { openInFull } from ${loader};\n${changed}`, map: null };
      },
    },
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
