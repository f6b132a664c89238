/** Version conflicts of forms (optimistic locking): someone else saved the same values first. See ui/form/stored. */
import { errorMessage, isApiError } from '../messages.ts';

const CAUGHT_UP =
  'Alguém salvou antes de você. O que você digitou continua aqui; o resto já mostra o que foi salvo. Confira e salve de novo.';

/** Message of a failed save whose conflict `resolveConflict` resolves. */
export function saveErrorMessage(error: unknown): string {
  return isApiError(error, 'VERSION_CONFLICT') ? CAUGHT_UP : errorMessage(error);
}

/**
 * After a conflict: reads the stored values again, and shows them under the unsaved input.
 * @param catchUp of the form
 */
export async function resolveConflict(
  error: unknown,
  reload: () => Promise<unknown>,
  catchUp: () => void,
): Promise<void> {
  if (!isApiError(error, 'VERSION_CONFLICT')) return;
  await reload();
  catchUp();
}
