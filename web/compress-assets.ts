/** Compresses the built files at maximum level at build time, so that the server only sends them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;

const packers = {
  '.br': (data: Buffer) =>
    promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }),
  '.gz': (data: Buffer) => promisify(gzip)(data, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes a `.br` and a `.gz` next to every text file in `folder`, if that is smaller. */
export async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file: string): Promise<void> {
  const data = await readFile(file);
  for (const [extension, pack] of Object.entries(packers)) {
    const packed = await pack(data);
    if (packed.length < data.length) await writeFile(`${file}${extension}`, packed);
  }
}
