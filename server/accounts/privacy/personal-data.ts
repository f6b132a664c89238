/**
 * Inventory of tables with personal data: what the export contains, and what deletion does. A test fails for a table that
 * refers to users and is missing here.
 */
import { ACCOUNT_DATA } from './personal-data/account-data.ts';
import { COMMUNITY_DATA } from './personal-data/community-data.ts';
import { GROWTH_DATA } from './personal-data/growth-data.ts';
import type { PersonalDataTable } from './personal-data/personal-data-table.ts';
import { PURCHASE_DATA } from './personal-data/purchase-data.ts';
import { WORK_DATA } from './personal-data/work-data.ts';

/** In order of processing: tables used to find other rows come last. */
export const PERSONAL_DATA: readonly PersonalDataTable[] = [
  ...GROWTH_DATA,
  ...COMMUNITY_DATA,
  ...WORK_DATA,
  ...PURCHASE_DATA,
  ...ACCOUNT_DATA,
];
