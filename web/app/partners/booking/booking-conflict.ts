import { errorMessage, isApiError } from '../../messages.ts';

/** The other side, or another tab, changed the dates first. */
export const isBookingConflict = (error: Error): boolean => isApiError(error, 'VERSION_CONFLICT');

/** For a page that reads the dates again after every failure. */
export function bookingErrorMessage(error: Error): string {
  return isBookingConflict(error)
    ? 'As datas mudaram antes de você: veja o que vale agora.'
    : errorMessage(error);
}
