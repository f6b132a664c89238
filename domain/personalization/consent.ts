/** What somebody may allow beyond what the shop cannot do without (LGPD, art. 7 and 8), and in which words they are asked. */
export const CONSENT_PURPOSES = ['measurement', 'marketing'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

export type ConsentChoices = Record<ConsentPurpose, boolean>;

export interface Consent extends ConsentChoices {
  /** Of the words that were read. */
  textVersion: number;
  /** ISO 8601. */
  decidedAt: string;
}

export const NECESSARY_ONLY: ConsentChoices = { measurement: false, marketing: false };
export const EVERYTHING: ConsentChoices = { measurement: true, marketing: true };

export interface ConsentText {
  /** Other words are another version: whoever agreed to older ones is asked anew. */
  version: number;
  question: string;
  necessary: string;
  measurement: string;
  marketing: string;
}

/** Oldest first; none is ever changed, so that what somebody agreed to can be read later. */
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

/** What a browser keeps of a choice. */
export interface StoredConsent extends Consent {
  /** Whose account it stands in too; null for a visitor's. */
  userId: string | null;
}

/**
 * Which choice counts for somebody who signs in: the later one of the account's and the browser's, unless the browser's
 * is another person's. Null asks anew.
 */
export function consentOf(
  userId: string,
  account: Consent | null,
  browser: StoredConsent | null,
): Consent | null {
  const own = browser && (browser.userId === null || browser.userId === userId) ? browser : null;
  const later = own && (!account || own.decidedAt > account.decidedAt) ? own : account;
  return later && later.textVersion === CONSENT_TEXT.version ? later : null;
}
