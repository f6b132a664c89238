/** Consent to data processing (LGPD, art. 7 and 8), and the texts that request it. */
export const CONSENT_PURPOSES = ['measurement', 'marketing'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

export type ConsentChoices = Record<ConsentPurpose, boolean>;

export interface Consent extends ConsentChoices {
  /** Version of the consent text that was shown. */
  textVersion: number;
  /** ISO 8601. */
  decidedAt: string;
}

export const NECESSARY_ONLY: ConsentChoices = { measurement: false, marketing: false };
export const EVERYTHING: ConsentChoices = { measurement: true, marketing: true };

export interface ConsentText {
  /** A change of the text is a new version, which requires consent again. */
  version: number;
  question: string;
  necessary: string;
  measurement: string;
  marketing: string;
}

/** Append-only history of consent, oldest first. */
export const CONSENT_TEXTS: readonly [ConsentText, ...ConsentText[]] = [
  {
    version: 1,
    question:
      'Guardamos neste aparelho o que o site precisa para funcionar. O resto só com o seu sim, e você pode mudar de ideia quando quiser.',
    necessary: 'Login, carrinho, pagamento e segurança. Sem isso o site não funciona.',
    measurement:
      'Quais páginas e rifas você vê, ligado à sua conta, para melhorarmos o site. Só nós usamos; não vai para terceiros.',
    marketing: 'Lembretes do que ficou no carrinho e ofertas escolhidas para você.',
  },
];

export const CONSENT_TEXT = CONSENT_TEXTS.at(-1)!;

/** A choice as the browser stores it. */
export interface StoredConsent extends Consent {
  /** The account with the same choice; null for a visitor's. */
  userId: string | null;
}

/**
 * The choice in force after sign-in. The account's choice applies in any browser. It is replaced only by a later
 * choice that the same user made in this browser and that is not saved yet, never by one made before signing in. If
 * the account has no choice, the visitor's is adopted, unless the one in the browser belongs to another user. Null
 * means that the banner asks.
 */
export function consentOf(
  userId: string,
  account: Consent | null,
  browser: StoredConsent | null,
): Consent | null {
  const own = browser?.userId === userId ? browser : null;
  const visitors = browser?.userId === null ? browser : null;
  const latest = account && own ? (own.decidedAt > account.decidedAt ? own : account) : account;
  const counts = latest ?? own ?? visitors;
  return counts && counts.textVersion === CONSENT_TEXT.version ? counts : null;
}
