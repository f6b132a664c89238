/** Records that the terms in force were accepted where `TermsNotice` showed them. */
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { queries } from '../../api.ts';
import { browserQueryClient } from '../../fetching/browser-query-client.ts';

/** Kept over the visit to a provider, whose first sign-in creates the account. */
const SHOWN = 'mare.terms';

export function rememberTermsShown(): void {
  sessionStorage.setItem(SHOWN, String(TERMS.version));
}

/** After a return from a provider. */
export async function acceptRememberedTerms(): Promise<void> {
  const version = Number(sessionStorage.getItem(SHOWN));
  if (version !== TERMS.version) return;
  await acceptTerms();
  sessionStorage.removeItem(SHOWN);
}

/** With an order, if the notice was shown with it. The order does not depend on it. */
export async function acceptTermsShown(): Promise<void> {
  const accepted = browserQueryClient().getQueryData(queries.accounts.terms.queryKey());
  if (accepted === undefined || (accepted && accepted.version >= TERMS.version)) return;
  await acceptTerms().catch(() => undefined);
}

async function acceptTerms(): Promise<void> {
  const accepted = await queries.accounts.acceptTerms.call({ version: TERMS.version });
  browserQueryClient().setQueryData(queries.accounts.terms.queryKey(), accepted);
}
