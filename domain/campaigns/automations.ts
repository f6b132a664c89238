/** Mails that go out by themselves, and what sets them off. */
export const AUTOMATIONS = ['welcome', 'abandoned_cart', 'draw_tomorrow', 'win_back'] as const;
export type Automation = (typeof AUTOMATIONS)[number];

/** A delay is at most 90 days, in minutes. */
export const MAX_DELAY_MINUTES = 90 * 24 * 60;

/** A welcome comes to who signed up lately, and not to everybody when it is switched on. */
export const WELCOME_WITHIN_MS = 24 * 3_600_000;

/** Which switch of the e-mail preferences holds for it. */
export const AUTOMATION_KINDS = {
  welcome: 'marketing',
  abandoned_cart: 'promotional',
  draw_tomorrow: 'transactional',
  win_back: 'promotional',
} as const;
