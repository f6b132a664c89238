import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Bytes of each module in each chunk, after tree shaking and before minification: `{ chunk: { module: bytes } }`. */
export type ModuleSizes = Record<string, Record<string, number>>;

/** Writes the modules of every browser chunk to `build/module-sizes.json`, for the test of the script budget. */
export function moduleSizes(root: string): Plugin {
  return {
    name: 'module-sizes',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle(_, bundle) {
      const sizes: ModuleSizes = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        sizes[chunk.fileName] = Object.fromEntries(
          Object.entries(chunk.modules).map(([id, { renderedLength }]) => [
            relative(root, id),
            renderedLength,
          ]),
        );
      }
      await writeFile(join(root, 'build/module-sizes.json'), JSON.stringify(sizes));
    },
  };
}
