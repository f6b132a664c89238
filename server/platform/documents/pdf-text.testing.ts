/** Extracts the text of a PDF that pdfkit made, in standard or embedded fonts. */
import { inflateSync } from 'node:zlib';

export function pdfText(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
  const letters = new Map(
    [...objects.values()].flatMap((body) =>
      [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
        name,
        lettersOf(objects, objects.get(id) ?? ''),
      ]),
    ),
  );
  return [...objects.values()].flatMap((body) => shownIn(inflated(body), letters)).join('\n');
}

/** Content of a stream object; empty for other objects. */
function inflated(body: string): string {
  const [, packed = ''] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? [];
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

/** Letter by glyph of an embedded font; null for a standard font, whose glyphs are Latin-1. */
function lettersOf(objects: ReadonlyMap<string, string>, font: string): string[] | null {
  const [, id] = /\/ToUnicode (\d+) 0 R/.exec(font) ?? [];
  if (id === undefined) return null;
  const ranges = inflated(objects.get(id) ?? '').matchAll(/> \[([^\]]*)\]/g);
  return [...ranges].flatMap(([, glyphs = '']) =>
    [...glyphs.matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
}

/** Each text that the content of a page shows. */
function shownIn(content: string, letters: ReadonlyMap<string, string[] | null>): string[] {
  let font: string[] | null = null;
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(([, name, shown = '']) => {
    if (name !== undefined) font = letters.get(name) ?? null;
    if (name !== undefined) return [];
    const hex = [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, part = '']) => part).join('');
    return [textOf(Buffer.from(hex, 'hex'), font)];
  });
}

function textOf(glyphs: Buffer, letters: readonly string[] | null): string {
  if (letters === null) return glyphs.toString('latin1');
  return Array.from({ length: glyphs.length / 2 }, (_, at) => letters[glyphs.readUInt16BE(2 * at)]).join('');
}
