import { MAX_PDF_BYTES, MAX_TICKET_FILE_BYTES } from '@mare/domain/file-limits.ts';

/** Formats that a ticket takes, for the file picker; the server detects them by content. */
export const ACCEPTED_FILES = 'application/pdf,image/jpeg,image/png,image/webp,image/avif';

/** Checks what the server would reject only after the upload. The server explains pictures that it cannot read. */
export function validateTicketFile(files: ArrayLike<Pick<File, 'size' | 'type'>> | undefined): true | string {
  const file = files?.[0];
  if (!file) return true;
  const isPdf = file.type === 'application/pdf';
  const maxBytes = isPdf ? MAX_PDF_BYTES : MAX_TICKET_FILE_BYTES;
  if (file.size > maxBytes) return `O arquivo tem mais de ${maxBytes / 1_000_000} MB. Envie um menor.`;
  if (file.size === 0) return 'O arquivo está vazio. Escolha outro.';
  return (
    isPdf ||
    file.type === '' ||
    file.type.startsWith('image/') ||
    'Envie uma foto em JPEG, PNG, WebP ou AVIF, ou um PDF.'
  );
}
