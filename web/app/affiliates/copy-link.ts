import { toast } from 'sonner';

/** The toast shows the link where the clipboard is closed. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Link copiado!');
  } catch {
    toast.error('Não foi possível copiar o link.', { description: link });
  }
}
