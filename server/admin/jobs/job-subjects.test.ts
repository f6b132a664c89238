import { expect, test } from 'vitest';
import { JOB_LABELS } from '@mare/domain/admin/jobs/job-labels.ts';
import { JOBS } from '../../composition/worker.ts';

test('has labels for exactly the existing background jobs', () => {
  expect(Object.keys(JOB_LABELS).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted());
});
