/** Parses webhook deliveries of the WhatsApp Cloud API. */
import { z } from 'zod';

export interface WhatsAppInbound {
  id: string;
  /** Digits, as WhatsApp writes them. */
  from: string;
  /** Empty for a file without a caption. */
  text: string;
  media: { id: string; name: string } | null;
}

const MAX_CHARACTERS = 5000;
/** Text shown instead of messages that the desk cannot display, by type. */
const PLACEHOLDERS: Record<string, string> = {
  audio: '[Áudio recebido por WhatsApp, que não aparece aqui: peça a mensagem por escrito]',
  video: '[Vídeo recebido por WhatsApp, que não aparece aqui: peça uma foto]',
  sticker: '[Figurinha]',
  location: '[Localização recebida por WhatsApp, que não aparece aqui]',
  contacts: '[Contato recebido por WhatsApp, que não aparece aqui]',
};

const media = z.object({
  id: z.string(),
  caption: z.string().optional(),
  filename: z.string().optional(),
});
const posted = z.object({
  id: z.string().min(1).max(200),
  from: z.string().regex(/^\d{8,15}$/),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  image: media.optional(),
  document: media.optional(),
});
const delivery = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            messages: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
});

/**
 * Messages to the shop's number, without delivery reports, reactions and messages to other numbers.
 * @returns null if the body is not a delivery
 */
export function readWhatsAppMessages(json: unknown, phoneNumberId: string): WhatsAppInbound[] | null {
  const { data } = delivery.safeParse(json);
  if (!data) return null;
  return data.entry
    .flatMap(({ changes }) => changes)
    .filter(({ value }) => value.metadata?.phone_number_id === phoneNumberId)
    .flatMap(({ value }) => value.messages ?? [])
    .flatMap((message) => posted.safeParse(message).data ?? [])
    .map(toInbound)
    .filter(({ text, media }) => text !== '' || media !== null);
}

function toInbound({
  id,
  from,
  type,
  text,
  button,
  image,
  document,
}: z.infer<typeof posted>): WhatsAppInbound {
  const file = image ?? document;
  const content = text?.body ?? button?.text ?? file?.caption ?? PLACEHOLDERS[type] ?? '';
  return {
    id,
    from,
    text: clean(content),
    media: file ? { id: file.id, name: file.filename ?? '' } : null,
  };
}

/** Text that PostgreSQL can store, with line breaks. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\n\r\t])\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
}
