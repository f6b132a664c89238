import { expect, test } from 'vitest';
import { JOB_LABELS } from '@mare/domain/admin/jobs/job-labels.ts';
import { JOBS } from '../../worker.ts';

test('every background job has labels for the panel, and no removed job has any', () => {
  expect(Object.keys(JOB_LABELS).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted());
});
