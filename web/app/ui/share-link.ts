import { useBrowserValue } from './use-browser-value.ts';
import { saveFile } from './save-file.ts';
import { whatsAppLink } from './whatsapp-link.ts';

/** Whether the browser has a share sheet; false until hydrated. */
export function useCanShare(): boolean {
  return useBrowserValue(() => 'share' in navigator, false);
}

/** Opens the phone's share sheet, or WhatsApp where the browser has none. @param url absolute */
export async function shareLink(text: string, url: string): Promise<void> {
  // Not supported by every browser, nor without https.
  const share = (navigator as Partial<Navigator>).share;
  if (!share) {
    window.open(whatsAppLink(`${text} ${url}`), '_blank', 'noreferrer');
    return;
  }
  // Rejects when the person closes the share sheet.
  await share.call(navigator, { text, url }).catch(() => undefined);
}

/** Opens the phone's share sheet with a picture, or downloads it where the browser shares no files. */
export async function sharePicture(url: string, fileName: string, text: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the picture answered ${response.status}`);
  const picture = await response.blob();
  const data = { text, files: [new File([picture], fileName, { type: picture.type })] };
  const { share, canShare } = navigator as Partial<Navigator>;
  if (!share || !canShare?.call(navigator, data)) return saveFile(fileName, picture);
  await share.call(navigator, data).catch((error: Error) => {
    // A browser refuses the share sheet when the press was too long ago.
    if (error.name !== 'AbortError') saveFile(fileName, picture);
  });
}
