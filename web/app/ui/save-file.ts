/** Lifetime of the object URL; long enough for a slow phone to start the download. */
const URL_LIFETIME_MS = 60_000;

/** Decodes a file from the API. */
export function decodeFile(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });
}

/** Downloads content as a file. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
}
