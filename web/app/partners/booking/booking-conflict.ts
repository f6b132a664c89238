import { errorMessage, isApiError } from '../../messages.ts';

/** The other side, or another tab, changed the dates first. */
const isBookingConflict = (error: Error): boolean => isApiError(error, 'VERSION_CONFLICT');

/** For a page that reads the dates again after every failure. */
export function bookingErrorMessage(error: Error): string {
  return isBookingConflict(error)
    ? 'As datas mudaram antes de você: veja o que vale agora.'
    : errorMessage(error);
}

/** Callbacks of one change. @param onDone once it is saved, or after a conflict */
export const whenBookingSettles = (onDone: () => void) => ({
  onSuccess: onDone,
  onError: (error: Error) => {
    if (isBookingConflict(error)) onDone();
  },
});
