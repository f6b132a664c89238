/** Validity of a six-digit code sent by e-mail, text message or WhatsApp. */
export const SENT_CODE_MINUTES = 10;
