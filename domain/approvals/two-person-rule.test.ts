import { expect, test } from 'vitest';
import { approvesFrom, effectOfApproval, publicWaitEnds, rejectApprover } from './two-person-rule.ts';

const now = new Date('2030-05-15T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

test('an admin of 72 hours approves at once', () => {
  expect(rejectApprover({ personId: 'ana' }, { personId: 'bia', adminSince: hours(-72) }, now)).toBeNull();
});

test('an admin who was promoted a moment ago does not approve', () => {
  expect(rejectApprover({ personId: 'ana' }, { personId: 'bia', adminSince: hours(-71.999) }, now)).toBe(
    'APPROVER_TOO_NEW',
  );
});

test('a new admin knows from when they approve', () => {
  expect(approvesFrom(hours(-10), now)).toEqual(hours(62));
  expect(approvesFrom(hours(-72), now)).toBeNull();
});

test('waits end on the full minute that is shown', () => {
  const since = new Date('2030-05-15T11:00:42Z');
  expect(approvesFrom(since, now)).toEqual(new Date('2030-05-18T11:01:00Z'));
  expect(publicWaitEnds(since)).toEqual(new Date('2030-05-16T11:01:00Z'));
});

test('an admin does not approve their own action, whatever their tenure', () => {
  expect(rejectApprover({ personId: 'ana' }, { personId: 'ana', adminSince: hours(-10_000) }, now)).toBe(
    'SAME_PERSON',
  );
});

test('an action without a second admin waits 24 hours', () => {
  expect(publicWaitEnds(now)).toEqual(hours(24));
});

test('no approval or wait makes an action effective before its declared time', () => {
  expect(publicWaitEnds(now, hours(40))).toEqual(hours(40));
  expect(publicWaitEnds(now, hours(2))).toEqual(hours(24));
  expect(effectOfApproval(now, hours(2))).toEqual(hours(2));
  expect(effectOfApproval(now, hours(-2))).toEqual(now);
  expect(effectOfApproval(now, null)).toEqual(now);
});
