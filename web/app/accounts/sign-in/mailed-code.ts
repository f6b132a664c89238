import { attemptAuth } from '../attempt-auth.ts';

/** Begins a session with the six digits of a mail; spaces do not count. @returns the error message to show, or null */
export function enterWithMailedCode(
  type: 'recovery' | 'signup',
  email: string,
  code: string,
): Promise<string | null> {
  const token = code.replaceAll(/\D/g, '');
  return attemptAuth((client) => client.verifyOtp({ email: email.trim(), token, type }));
}
