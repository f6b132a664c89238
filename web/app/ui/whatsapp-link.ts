/**
 * URL that opens WhatsApp with a message.
 * @param phone digits with the country code; without it WhatsApp asks for a contact
 */
export function whatsAppLink(message: string, phone = ''): string {
  return `https://wa.me/${phone}?text=${encodeURIComponent(message)}`;
}
