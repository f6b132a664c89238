/**
 * Writes an Office Open XML workbook (ECMA-376): sheets with a bold, frozen first row. Texts are stored as texts, so that
 * no cell is read as a formula.
 */
import { crc32, deflateRawSync } from 'node:zlib';

export type XlsxCell = string | { centavos: number };

export interface XlsxSheet {
  /** At most 31 characters, without any of []:*?/\ */
  name: string;
  head: readonly string[];
  rows: readonly (readonly XlsxCell[])[];
}

/** Styles of a cell, by index. */
const BOLD = 1;
const MONEY = 2;
const COLUMN_WIDTH = 18;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function writeXlsx(sheets: readonly XlsxSheet[]): Buffer {
  const each = (write: (sheet: XlsxSheet, number: number) => string) =>
    sheets.map((sheet, index) => write(sheet, index + 1)).join('');
  return zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each(({ name }, number) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    ...sheets.map((sheet, index): [string, string] => [
      `xl/worksheets/sheet${index + 1}.xml`,
      writeSheet(sheet),
    ]),
  ]);
}

function writeSheet({ head, rows }: XlsxSheet): string {
  const lines = [head.map((text) => writeText(text, BOLD)), ...rows.map((row) => row.map(writeCell))];
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${head.length}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>${lines.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData></worksheet>`;
}

function writeCell(cell: XlsxCell): string {
  if (typeof cell === 'string') return writeText(cell, 0);
  return `<c s="${MONEY}"><v>${(cell.centavos / 100).toFixed(2)}</v></c>`;
}

function writeText(text: string, style: number): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** Drops characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, the first date of the format: equal content gives equal bytes. */
const DATE = 0x0021;

/** A ZIP archive of texts (APPNOTE 6.3). */
function zip(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const content = Buffer.from(XML + text);
    const packed = deflateRawSync(content);
    const fileName = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(VERSION, 0);
    about.writeUInt16LE(UTF8_NAMES, 2);
    about.writeUInt16LE(DEFLATED, 4);
    about.writeUInt16LE(DATE, 8);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(fileName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, fileName, packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), versionMadeBy, about, end, fileName]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const last = Buffer.alloc(18);
  last.writeUInt16LE(files.length, 4);
  last.writeUInt16LE(files.length, 6);
  last.writeUInt32LE(listed.length, 8);
  last.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), last]);
}

const versionMadeBy = Buffer.from([VERSION, 0]);
