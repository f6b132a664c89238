/** Opens the phone's share sheet, or WhatsApp where the browser has none. @param url absolute */
export async function shareLink(text: string, url: string): Promise<void> {
  // Not in every browser, and not without https.
  const share = (navigator as Partial<Navigator>).share;
  if (!share) {
    window.open(whatsAppLink(text, url), '_blank', 'noreferrer');
    return;
  }
  // Rejects when the person closes the share sheet.
  await share.call(navigator, { text, url }).catch(() => undefined);
}

function whatsAppLink(text: string, url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;
}
