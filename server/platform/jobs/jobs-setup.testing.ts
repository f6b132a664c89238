/** Vitest's global setup after that of the database. Creates the tables of the queues in the template. */
import { templateUrl } from '@mare/database/testing/create-database.testing.ts';
import { installJobs } from './jobs.ts';

export default () => installJobs(templateUrl());
