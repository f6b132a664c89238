/** Automated mails and their triggers. */
export const AUTOMATIONS = ['welcome', 'abandoned_cart', 'draw_tomorrow', 'win_back'] as const;
export type Automation = (typeof AUTOMATIONS)[number];

/** Mails of one automation, one after the other. */
export const MAX_STEPS = 5;

/** Maximum delay: 90 days in minutes. */
export const MAX_DELAY_MINUTES = 90 * 24 * 60;

/** Maximum age of a sign-up that gets a welcome, so that switching it on does not mail all accounts. */
export const WELCOME_WITHIN_MS = 24 * 3_600_000;

/** The e-mail preference that controls it. */
export const AUTOMATION_KINDS = {
  welcome: 'marketing',
  abandoned_cart: 'promotional',
  draw_tomorrow: 'transactional',
  win_back: 'promotional',
} as const;

/**
 * Whether a purchase, or an opt-out of reminders and offers, since the trigger stops this mail and the later ones.
 * Welcome mails to new accounts and draw reminders to holders are always sent.
 */
export function isEndedByPurchase(automation: Automation, { isFirst }: { isFirst: boolean }): boolean {
  if (automation === 'draw_tomorrow') return false;
  return automation !== 'welcome' || !isFirst;
}
