/** Password recovery: a link or a code by e-mail, then a new password. */
import { attemptAuth } from '../../attempt-auth.ts';
import { checkNewPassword } from '../authenticate-with.ts';
import { links } from '../../../links.ts';
import { renewAfter } from '../../../session/renewal.ts';
import { authClient } from '../../../session/session.ts';

/** @param returnTo path that the new password leads to */
export function requestRecovery(
  email: string,
  returnTo: string | null,
  captchaToken?: string,
): Promise<string | null> {
  const redirectTo = `${window.location.origin}${links.newPassword(returnTo)}`;
  return attemptAuth((client) => client.resetPasswordForEmail(email.trim(), { redirectTo, captchaToken }));
}

export async function changePassword(password: string, confirmation: string): Promise<string | null> {
  const unfit = checkNewPassword(password, confirmation);
  if (unfit) return unfit;
  // Ends copies of this session: the server gives it new tokens only.
  return attemptAuth((client) => renewAfter(client, () => client.updateUser({ password })));
}

/** Ends the processing of a mailed link. @returns the account's e-mail; null if the link opens none */
export async function arriveByLink(): Promise<string | null> {
  const tokens = takeTokens();
  const client = await authClient();
  // Waits until the code of a link that this browser requested is exchanged.
  const { data } = await client.getSession();
  if (!tokens) return data.session?.user.email ?? null;
  return (await client.setSession(tokens)).data.user?.email ?? null;
}

/** A link that the shop sent without a request, e.g. after an undone change, has the session in its fragment. */
function takeTokens(): { access_token: string; refresh_token: string } | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const [access, refresh] = [fragment.get('access_token'), fragment.get('refresh_token')];
  if (!access || !refresh) return null;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  return { access_token: access, refresh_token: refresh };
}
