import { DELETED_BUYER, shortName } from '@mare/domain/accounts/names/short-name.ts';

/** First name and last initial, for pages that open without the account. Every order has a name until its account is deleted. */
export function shortBuyerName(customer: unknown): string {
  const { name } = customer as { name?: unknown };
  return shortName(typeof name === 'string' ? name : null, DELETED_BUYER);
}
