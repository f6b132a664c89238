import { sql } from 'kysely';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import { inTransaction } from '../platform/database/transaction.ts';
