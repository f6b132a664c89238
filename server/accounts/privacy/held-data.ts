/**
 * Every table that holds something of a person: what of it they are given when they ask for their data, and what happens
 * to it when they delete their account. A table that refers to people and is missing here fails a test.
 */
import { ACCOUNT_DATA } from './held/account-data.ts';
import { COMMUNITY_DATA } from './held/community-data.ts';
import { GROWTH_DATA } from './held/growth-data.ts';
import type { HeldTable } from './held/held-table.ts';
import { PURCHASE_DATA } from './held/purchase-data.ts';
import { WORK_DATA } from './held/work-data.ts';

/** Those that others are found by come after them. */
export const HELD_DATA: readonly HeldTable[] = [
  ...GROWTH_DATA,
  ...COMMUNITY_DATA,
  ...WORK_DATA,
  ...PURCHASE_DATA,
  ...ACCOUNT_DATA,
];
