/** Largest file of a ticket: as large as photos of phones get. Stored photos are smaller. */
export const MAX_TICKET_FILE_BYTES = 12_000_000;

/** Largest PDF, which is stored as it is. */
export const MAX_PDF_BYTES = 5_000_000;
