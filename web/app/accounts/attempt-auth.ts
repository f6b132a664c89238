import { authErrorMessage, UNEXPECTED_AUTH_ERROR } from './auth-error-messages.ts';
import { askForProof } from '../session/recent-proof.ts';
import type { AuthClient } from '../session/create-auth-client.ts';
import { authClient } from '../session/session.ts';

interface AuthAnswer {
  error: { code?: string; message: string } | null;
}

/** Calls the auth service; see `withRecentProof`. @returns the error message to show, or null */
export async function attemptAuth(work: (client: AuthClient) => Promise<AuthAnswer>): Promise<string | null> {
  try {
    const { error } = await withRecentProof(work);
    return error && authErrorMessage(error);
  } catch {
    return UNEXPECTED_AUTH_ERROR;
  }
}

/** Repeats a call that needs a recent proof once the person has given it. */
export async function withRecentProof<Answer extends AuthAnswer>(
  work: (client: AuthClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await authClient();
  const answer = await work(client);
  if (answer.error?.code !== 'reauthentication_needed' || !(await askForProof())) return answer;
  return work(client);
}
