import { useBrowserValue } from '../ui/use-browser-value.ts';

const BRASILIA_OFFSET_MINUTES = 180;

function formatLocally(at: Date): string {
  return at.toLocaleString('pt-BR', {
    weekday: 'long',
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/**
 * Formats an ISO instant in the time zone of the device, as 'quarta-feira, 23/12, 18:00'.
 *
 * @returns null where the clock shows the time of Brasília, on the server and until hydration
 */
export function useLocalMoment(at: string): string | null {
  const offset = useBrowserValue<number | null>(() => new Date(at).getTimezoneOffset(), null);
  return offset === null || offset === BRASILIA_OFFSET_MINUTES ? null : formatLocally(new Date(at));
}
