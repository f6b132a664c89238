/** Permissions of each role of the shop's team. The server guards every procedure by one of these names. */

/** From the fewest rights to all of them. */
export const ROLES = ['buyer', 'seller', 'reader', 'support', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Roles of people who work for the shop. Outside the demo they need a second factor. */
export type StaffRole = Exclude<Role, 'buyer'>;

/** Admins have every permission. */
const GRANTS = {
  'view-overview': ['reader', 'finance'],
  search: ['reader', 'support', 'finance'],
  /** Lists omit e-mail and phone. Each view of an order's page is logged. */
  'view-orders': ['reader', 'support', 'finance'],
  'work-on-orders': ['support', 'finance'],
  'correct-contacts': ['support'],
  /** E-mails and phones in lists, without a log entry per look. */
  'list-contacts': [],
  'view-people': ['reader', 'support', 'finance'],
  'annotate-people': ['support'],
  'manage-people': [],
  'manage-team': [],
  'view-money': ['reader', 'finance'],
  'move-money': ['finance'],
  'export-lists': ['finance'],
  'answer-tickets': ['support'],
  'view-desk-metrics': ['reader', 'support'],
  'sell-manually': ['seller'],
  'view-affiliates': ['finance'],
  'manage-affiliates': [],
  'view-partners': ['finance'],
  'manage-partners': [],
  'manage-rifas': [],
  'manage-draws': [],
  'manage-rankings': [],
  'manage-coupons': [],
  'manage-campaigns': [],
  'manage-messages': [],
  'manage-experiments': [],
  'manage-settings': [],
  announce: [],
  'approve-actions': [],
  'view-activity-log': [],
} as const satisfies Record<string, readonly StaffRole[]>;

export type Permission = keyof typeof GRANTS;
export const PERMISSIONS = Object.keys(GRANTS) as Permission[];

export function can(role: Role | null | undefined, permission: Permission): boolean {
  return role === 'admin' || (GRANTS[permission] as readonly (Role | null | undefined)[]).includes(role);
}

/** Whether a change of role gives a permission that the former role lacks. */
export function givesPermissions(from: Role, to: Role): boolean {
  return PERMISSIONS.some((permission) => can(to, permission) && !can(from, permission));
}
