/** Long enough for a slow phone to begin the download. */
const KEPT_MS = 60_000;

/** What the API sends of a file, as a file. */
export function decodeFile(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });
}

/** Offers content to be kept as a file on the device. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
