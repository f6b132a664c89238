/** A rule for a field that may not stay empty. */
export const filled = (sentence: string) => (value: string) => value.trim() !== '' || sentence;

/** Finds slips of the hand; whether the address exists, only a mail can tell. */
export const looksLikeEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());
