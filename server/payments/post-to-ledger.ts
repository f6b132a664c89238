/** For features that owe or pay money of their own: posting the same transaction again changes nothing. */
export { postToLedger } from './payments.queries.ts';
