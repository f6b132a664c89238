/** Modules of the page's scripts, whose file names are hashes of their contents. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ModuleSizes } from '@mare/web/module-sizes.ts';

const compress = promisify(brotliCompress);
const LISTED = 25;

/**
 * Largest modules of the given chunks, packages summed up. A module's compressed size is estimated by its share of
 * its chunk.
 * @param chunks compressed bytes by file name below `build/client`
 */
export async function largestModules(chunks: ReadonlyMap<string, number>): Promise<string> {
  const sizes = await readSizes();
  const total = new Map<string, number>();
  for (const [chunk, bytes] of chunks) {
    const modules = Object.entries(sizes[chunk] ?? { [chunk]: 1 });
    const whole = modules.reduce((sum, [, size]) => sum + size, 0);
    for (const [id, size] of modules) {
      const name = packageOf(id) ?? id;
      total.set(name, (total.get(name) ?? 0) + (size / whole) * bytes);
    }
  }
  return [...total]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, LISTED)
    .map(([name, bytes]) => `${String(Math.round(bytes)).padStart(8)}  ${name}`)
    .join('\n');
}

/**
 * Bytes that the server sends for a script, give or take some that do not depend on the contents of other scripts:
 * their names in this script are replaced by hashes of the first module of each.
 */
export async function compressedSize(script: string): Promise<number> {
  const sizes = await readSizes();
  const text = script.replaceAll(/[\w-]{7}(?=\.js\b)/g, (name) => {
    const [module] = Object.keys(sizes[`assets/${name}.js`] ?? {});
    return module ? createHash('sha256').update(module).digest('base64url').slice(0, name.length) : name;
  });
  return (await compress(text)).length;
}

/**
 * @param module path below `web`
 * @returns the URL pattern of the script that contains the module
 */
export async function scriptWith(module: string): Promise<string> {
  const [chunk] = Object.entries(await readSizes()).find(([, modules]) => module in modules) ?? [];
  if (!chunk) throw new Error(`no script contains ${module}`);
  return `**/${chunk}`;
}

async function readSizes(): Promise<ModuleSizes> {
  const file = join(import.meta.dirname, '../../../web/build/module-sizes.json');
  return JSON.parse(await readFile(file, 'utf8')) as ModuleSizes;
}

function packageOf(id: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
}
