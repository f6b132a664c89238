/** Formats that a ticket takes, for the file picker; the server detects them by content. */
export const ACCEPTED_FILES = 'application/pdf,image/jpeg,image/png,image/webp,image/avif';
