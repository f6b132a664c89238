import { minifyContractRouter } from '@orpc/contract';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contract } from '@mare/contract/contract.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), reactRouter(), contractRoutes(), toastsWithoutStyleElement()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
});

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
 * The toast library writes a style element of its own, which the Content-Security-Policy refuses. app.css already holds
 * the same rules, so the call goes.
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
