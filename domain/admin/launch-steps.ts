/** Requirements before a shop sells to the public. The panel's checklist shows the missing ones. */
export const LAUNCH_STEPS = [
  'brand',
  'organiser',
  'support',
  'privacy',
  'payments',
  'mail',
  'team',
  'rifa',
] as const;
export type LaunchStep = (typeof LAUNCH_STEPS)[number];

export interface LaunchFacts {
  /** Whether an admin has saved name and texts. */
  brandSaved: boolean;
  organiser: { name: string; cnpj: string; address: string };
  /** Empty if not set. */
  supportEmail: string;
  privacyEmail: string;
  /** Whether orders are paid with real money. */
  takesPayments: boolean;
  sendsMail: boolean;
  admins: number;
  /** Rifas that were ever published. */
  publishedRifas: number;
}

/** Every step, in the order of the checklist. */
export function launchSteps(facts: LaunchFacts): { step: LaunchStep; done: boolean }[] {
  const { organiser } = facts;
  const done: Record<LaunchStep, boolean> = {
    brand: facts.brandSaved,
    organiser: [organiser.name, organiser.cnpj, organiser.address].every((text) => text !== ''),
    support: facts.supportEmail !== '',
    privacy: facts.privacyEmail !== '',
    payments: facts.takesPayments,
    mail: facts.sendsMail,
    // Decisions about money need two admins.
    team: facts.admins >= 2,
    rifa: facts.publishedRifas > 0,
  };
  return LAUNCH_STEPS.map((step) => ({ step, done: done[step] }));
}
