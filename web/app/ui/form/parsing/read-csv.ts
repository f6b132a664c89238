import { formatDecimal } from '@mare/domain/format.ts';

/** Text of a CSV file, or an error message for the user. */
export type ReadCsv = { text: string } | { problem: string };

const MEGABYTE = 1_000_000;

/**
 * Reads UTF-8, UTF-16 with a byte order mark, and Windows-1252, which spreadsheets call 'ANSI'.
 * @param maxCharacters limit of the server
 */
export async function readCsv(file: Blob, maxCharacters: number): Promise<ReadCsv> {
  if (file.size === 0) return { problem: 'Este arquivo está vazio. Baixe-o de novo e escolha-o aqui.' };
  if (file.size > maxCharacters * BYTES_OF_UTF16) return { problem: tooLarge(file.size, maxCharacters) };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { problem: 'Não deu para ler este arquivo. Escolha-o de novo.' };
  const text = decode(new Uint8Array(bytes));
  if (text.includes('\0'))
    return {
      problem:
        'Este arquivo não é um CSV, que é só texto: parece uma planilha, um PDF ou uma imagem. Escolha o arquivo em CSV.',
    };
  return text.length > maxCharacters ? { problem: tooLarge(text.length, maxCharacters) } : { text };
}

const BYTES_OF_UTF16 = 2;

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function tooLarge(size: number, most: number): string {
  const megabytes = (bytes: number) => formatDecimal(bytes / MEGABYTE, 1);
  return `Este arquivo tem ${megabytes(size)} MB, e a loja lê até ${megabytes(most)} MB de cada vez. Baixe períodos menores e importe um arquivo depois do outro.`;
}
