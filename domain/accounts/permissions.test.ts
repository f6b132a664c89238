import { expect, test } from 'vitest';
import { can, givesPermissions, PERMISSIONS, ROLES } from './permissions.ts';

const permissionsOf = (role: (typeof ROLES)[number]) => PERMISSIONS.filter((each) => can(role, each));

test('gives buyers and visitors no permission, and admins all', () => {
  expect(permissionsOf('buyer')).toEqual([]);
  expect(PERMISSIONS.filter((each) => can(null, each) || can(undefined, each))).toEqual([]);
  expect(permissionsOf('admin')).toEqual(PERMISSIONS);
});

test('gives a seller only permission to sell', () => {
  expect(permissionsOf('seller')).toEqual(['sell-manually']);
});

test('gives a reader no write permission', () => {
  expect(permissionsOf('reader').filter((each) => !/^(view-|search$)/.test(each))).toEqual([]);
});

test('only finance and admins move money; only admins grant access or draw', () => {
  const holders = (permission: (typeof PERMISSIONS)[number]) => ROLES.filter((role) => can(role, permission));
  expect(holders('move-money')).toEqual(['finance', 'admin']);
  for (const permission of ['manage-team', 'manage-people', 'manage-draws', 'approve-actions'] as const)
    expect(holders(permission)).toEqual(['admin']);
});

test('a change of role gives permissions unless it only takes some away', () => {
  expect(ROLES.filter((role) => givesPermissions('buyer', role))).toEqual(ROLES.slice(1));
  expect(ROLES.filter((role) => givesPermissions('admin', role) || givesPermissions(role, 'buyer'))).toEqual(
    [],
  );
  // A reader sees the money, support does not.
  expect(givesPermissions('support', 'reader')).toBe(true);
});
