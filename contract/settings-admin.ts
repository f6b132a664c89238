/** What the panel sets for the whole shop. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { areLevels } from '@mare/domain/ranking/levels.ts';
import { SOCIAL_PROOF_MODES } from '@mare/domain/social-proof/mode.ts';
import { plainText } from './plain-text.ts';
import { level } from './ranking.ts';
import { refuses } from './refusals.ts';
import { rowVersion } from './row-version.ts';

export const editedTier = z.object({
  /** Stays with the plan: carts remember it. */
  key: z.string().regex(/^[a-z0-9]{1,20}$/),
  name: plainText(40).trim().min(1),
  quantity: z.int().min(1).max(1000),
  bonusPercentage: z.int().min(0).max(100),
});
export type EditedTier = z.infer<typeof editedTier>;

const tiers = z
  .array(editedTier)
  .min(1)
  .max(6)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length)
  .refine((all) => new Set(all.map(({ quantity }) => quantity)).size === all.length);
const cities = z.array(plainText(80).trim().min(1)).min(1).max(200);
const socialProof = z.object({ mode: z.enum(SOCIAL_PROOF_MODES) });

const pointRules = z.object({
  pointsPerReal: z.int().min(1).max(100),
  /** For each person brought. */
  referralPoints: z.int().min(0).max(10_000),
});
const levels = z
  .array(level.extend({ name: plainText(40).trim().min(1), minPoints: z.int().min(0).max(1_000_000_000) }))
  .max(10)
  .refine(areLevels);
const promised = z.array(plainText(120).trim().min(1)).max(10);
/** By period, for the first places; nothing is promised for a period without any. */
const rankingPrizes = z.object({ day: promised, week: promised, month: promised });

const setting = <Value extends z.ZodType>(value: Value) =>
  z.object({ /** Rises with every change. */ version: z.int(), value });

export const shopSettings = z.object({
  purchaseTiers: setting(tiers),
  eligibleCities: setting(cities),
  socialProof: setting(socialProof),
  pointRules: setting(pointRules),
  levels: setting(levels),
  rankingPrizes: setting(rankingPrizes),
  /** How this installation is run; set by its environment. */
  installation: z.object({
    demo: z.boolean(),
    publicUrl: z.string(),
    payments: z.enum(['mercadopago', 'sandbox']),
    /** Whether the provider answers at this moment. */
    paymentsAvailable: z.boolean(),
    mail: z.enum(['smtp', 'mailbox', 'none']),
  }),
});
export type ShopSettings = z.infer<typeof shopSettings>;

export const settingChange = z.discriminatedUnion('key', [
  z.object({ key: z.literal('purchase_tiers'), value: tiers }),
  z.object({ key: z.literal('eligible_cities'), value: cities }),
  z.object({ key: z.literal('social_proof'), value: socialProof }),
  z.object({ key: z.literal('point_rules'), value: pointRules }),
  z.object({ key: z.literal('levels'), value: levels }),
  z.object({ key: z.literal('ranking_prizes'), value: rankingPrizes }),
]);
export type SettingChange = z.infer<typeof settingChange>;

const onlyAdmins = refuses('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const settingsAdmin = {
  read: oc
    .route({ method: 'GET', path: '/admin/settings', summary: 'The shop’s settings' })
    .output(shopSettings)
    .errors(onlyAdmins),
  save: oc
    .route({ method: 'PUT', path: '/admin/settings', summary: 'Change one setting' })
    .input(z.object({ /** The one that was read. */ version: rowVersion, change: settingChange }))
    .output(z.object({ version: z.int() }))
    .errors({ ...onlyAdmins, ...refuses('CHANGED_MEANWHILE') }),
};
