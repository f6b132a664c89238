import accounts from './accounts.ts';
import attacks from './attacks.ts';
import domain from './domain.ts';
import draws from './draws.ts';
import { type Mutant } from './mutate.ts';
import orders from './orders.ts';
import payments from './payments.ts';

export const MUTANTS: readonly Mutant[] = [
  ...domain,
  ...orders,
  ...payments,
  ...draws,
  ...accounts,
  ...attacks,
];
