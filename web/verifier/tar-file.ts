/** A tar archive (POSIX ustar) with the same bytes on every machine: no owner, no time of change. */

interface ArchivedFile {
  /** At most 100 ASCII characters. */
  name: string;
  content: Buffer;
  isExecutable?: boolean;
}

const BLOCK = 512;
/** The archive ends in two empty blocks. */
const END = 2 * BLOCK;
/** npm packs with this time: 26 October 1985. */
const MODIFIED_SECONDS = 499_162_500;

export function tarFile(files: readonly ArchivedFile[]): Buffer {
  const parts = files.flatMap((file) => [headerOf(file), padded(file.content)]);
  return Buffer.concat([...parts, Buffer.alloc(END)]);
}

function headerOf({ name, content, isExecutable = false }: ArchivedFile): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  header.write(name, 0);
  octal(isExecutable ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(MODIFIED_SECONDS, 136, 12);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  // The sum is taken over a header whose own field holds spaces.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function padded(content: Buffer): Buffer {
  const missing = (BLOCK - (content.length % BLOCK)) % BLOCK;
  return Buffer.concat([content, Buffer.alloc(missing)]);
}
