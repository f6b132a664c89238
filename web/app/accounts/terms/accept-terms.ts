/** Records that the terms in force were accepted in a form that showed `TermsNotice`. */
import { TERMS } from '@mare/domain/accounts/terms.ts';
import { queries } from '../../api.ts';
import { loadedCache } from '../../fetching/deferred-cache/loaded-cache.ts';

/** Kept during the redirect to a provider, whose first sign-in creates the account. */
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

/** The version that an order accepts, if `TermsBeforeOrder` shows it next to the pay button. */
export function termsShownWithOrder(): number | undefined {
  const accepted = loadedCache()?.client.getQueryData(queries.accounts.terms.queryKey());
  if (accepted === undefined || (accepted && accepted.version >= TERMS.version)) return undefined;
  return TERMS.version;
}

/** After an order, which may have accepted them or have been rejected without them. */
export function readTermsAgain(): void {
  void loadedCache()?.client.invalidateQueries({ queryKey: queries.accounts.terms.queryKey() });
}

async function acceptTerms(): Promise<void> {
  const accepted = await queries.accounts.acceptTerms.call({ version: TERMS.version });
  loadedCache()?.client.setQueryData(queries.accounts.terms.queryKey(), accepted);
}
