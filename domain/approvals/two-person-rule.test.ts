import { expect, test } from 'vitest';
import { approvesFrom, effectOfApproval, publicWaitEnds, rejectApprover } from './two-person-rule.ts';

const now = new Date('2030-05-15T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

test('lets an admin approve 72 hours after promotion', () => {
  expect(rejectApprover({ personId: 'ana' }, { personId: 'bia', adminSince: hours(-72) }, now)).toBeNull();
});

test('rejects the approval of a newly promoted admin', () => {
  expect(rejectApprover({ personId: 'ana' }, { personId: 'bia', adminSince: hours(-71.999) }, now)).toBe(
    'APPROVER_TOO_NEW',
  );
});

test('tells a new admin when they may approve', () => {
  expect(approvesFrom(hours(-10), now)).toEqual(hours(62));
  expect(approvesFrom(hours(-72), now)).toBeNull();
});

test('ends waits on the full minute that is shown', () => {
  const since = new Date('2030-05-15T11:00:42Z');
  expect(approvesFrom(since, now)).toEqual(new Date('2030-05-18T11:01:00Z'));
  expect(publicWaitEnds(since)).toEqual(new Date('2030-05-16T11:01:00Z'));
});

test('rejects the approval of the admin who asked', () => {
  expect(rejectApprover({ personId: 'ana' }, { personId: 'ana', adminSince: hours(-10_000) }, now)).toBe(
    'SAME_PERSON',
  );
});

test('delays an action without a second admin by 24 hours', () => {
  expect(publicWaitEnds(now)).toEqual(hours(24));
});

test('no approval or wait makes an action effective before its declared time', () => {
  expect(publicWaitEnds(now, hours(40))).toEqual(hours(40));
  expect(publicWaitEnds(now, hours(2))).toEqual(hours(24));
  expect(effectOfApproval(now, hours(2))).toEqual(hours(2));
  expect(effectOfApproval(now, hours(-2))).toEqual(now);
  expect(effectOfApproval(now, null)).toEqual(now);
});
