import { authErrorMessage, UNEXPECTED_AUTH_ERROR } from './auth-error-messages.ts';
import { authClient } from '../session/session.ts';

type AuthClient = Awaited<ReturnType<typeof authClient>>;

/** Calls the auth service. @returns the error message to show, or null */
export async function attemptAuth(
  work: (client: AuthClient) => Promise<{ error: { code?: string; message: string } | null }>,
): Promise<string | null> {
  try {
    const { error } = await work(await authClient());
    return error && authErrorMessage(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}
