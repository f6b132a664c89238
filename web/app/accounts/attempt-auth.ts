import { authErrorMessage, UNEXPECTED_AUTH_ERROR } from './auth-error-messages.ts';
import { requestProof } from '../session/recent-proof.ts';
import type { AuthClient } from '../session/create-auth-client.ts';
import { authClient } from '../session/session.ts';

interface AuthResult {
  error: { code?: string; message: string } | null;
}

/** Calls the auth service; see `withRecentProof`. @returns the error message to show, or null */
export async function attemptAuth(work: (client: AuthClient) => Promise<AuthResult>): Promise<string | null> {
  try {
    const { error } = await withRecentProof(work);
    return error && authErrorMessage(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/** Repeats a call that needs a recent proof once the person has given it. */
export async function withRecentProof<Result extends AuthResult>(
  work: (client: AuthClient) => Promise<Result>,
): Promise<Result> {
  const client = await authClient();
  const result = await work(client);
  if (result.error?.code !== 'reauthentication_needed' || !(await requestProof())) return result;
  return work(client);
}
