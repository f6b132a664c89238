/**
 * Builds the page and the program that verify draws from files, and the programs of a witness and a mirror. The same sources and lock file give the same bytes:
 * `npm run verifier` prints their SHA-256, and the shop serves them under /verificar/.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { tarFile } from './tar-file.ts';

const SOURCES = import.meta.dirname;
const VERSION = '1.0.0';

/** Contents by file name. */
export async function buildVerifier(): Promise<Map<string, Buffer>> {
  const [page, program, witness, mirror, packageFile, licence] = await Promise.all([
    buildPage(),
    bundle('cli.ts', true),
    bundle('witness.ts', true),
    bundle('mirror.ts', true),
    readFile(join(SOURCES, 'package.json')),
    readFile(join(SOURCES, '../../LICENSE')),
  ]);
  const executable = Buffer.from(program);
  const archive = tarFile([
    { name: 'package/package.json', content: packageFile },
    { name: 'package/verificar.mjs', content: executable, isExecutable: true },
    { name: 'package/index.html', content: page },
    { name: 'package/LICENSE', content: licence },
  ]);
  const files = new Map([
    ['index.html', page],
    ['verificar.mjs', executable],
    ['testemunha.mjs', Buffer.from(witness)],
    ['espelho.mjs', Buffer.from(mirror)],
    [`verificar-${VERSION}.tgz`, gzipSync(archive, { level: 9 })],
  ]);
  return new Map([...files, ['SHA256SUMS', Buffer.from(formatSums(files))]]);
}

/** In the format of `sha256sum --check`. */
export function formatSums(files: ReadonlyMap<string, Buffer>): string {
  return [...files].map(([name, content]) => `${sha256(content, 'hex')}  ${name}\n`).join('');
}

/** Adds the files to the built site. */
export function verifierFiles(): Plugin {
  return {
    name: 'verifier-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      for (const [name, source] of await buildVerifier())
        this.emitFile({ type: 'asset', fileName: `verificar/${name}`, source });
    },
  };
}

async function buildPage(): Promise<Buffer> {
  const [script, template, style] = await Promise.all([
    bundle('page.ts', false),
    readFile(join(SOURCES, 'page.html'), 'utf8'),
    readFile(join(SOURCES, 'page.css'), 'utf8'),
  ]);
  const inline = script.replaceAll('</script', String.raw`<\/script`);
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(inline, 'base64')}'`,
    `style-src 'sha256-${sha256(style, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const filled = template
    .replace('%POLICY%', () => policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${inline}</script>`);
  return Buffer.from(filled);
}

/** One module without imports, or only those of Node's own. Not minified, so that people can read it. */
async function bundle(entry: string, forNode: boolean): Promise<string> {
  const built = await build({
    configFile: false,
    root: SOURCES,
    logLevel: 'error',
    publicDir: false,
    mode: 'production',
    ssr: { noExternal: true },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      ssr: forNode ? entry : false,
      modulePreload: false,
      rolldownOptions: { input: join(SOURCES, entry), output: { format: 'es', codeSplitting: false } },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  const chunks = 'output' in result ? result.output.filter((each) => each.type === 'chunk') : [];
  if (chunks.length !== 1) throw new Error(`${entry} became ${chunks.length} modules`);
  return chunks[0]!.code;
}

function sha256(content: Buffer | string, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(content).digest(encoding);
}
