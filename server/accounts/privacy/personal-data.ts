/**
 * Every table that holds something of a person: what of it they are given when they ask for their data, and what happens
 * to it when they delete their account. A table that refers to people and is missing here fails a test.
 */
import { ACCOUNT_DATA } from './personal-data/account-data.ts';
import { COMMUNITY_DATA } from './personal-data/community-data.ts';
import { GROWTH_DATA } from './personal-data/growth-data.ts';
import type { PersonalDataTable } from './personal-data/personal-data-table.ts';
import { PURCHASE_DATA } from './personal-data/purchase-data.ts';
import { WORK_DATA } from './personal-data/work-data.ts';

/** Those that others are found by come after them. */
export const PERSONAL_DATA: readonly PersonalDataTable[] = [
  ...GROWTH_DATA,
  ...COMMUNITY_DATA,
  ...WORK_DATA,
  ...PURCHASE_DATA,
  ...ACCOUNT_DATA,
];
