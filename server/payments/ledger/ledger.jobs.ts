import { checkLedgerJob } from './check-ledger.job.ts';

export const ledgerJobs = [checkLedgerJob];
