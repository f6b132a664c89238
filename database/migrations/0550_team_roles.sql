-- Roles of the shop's team: each has the permissions of domain/accounts/permissions.ts.
alter table profiles drop constraint profiles_role_check;
alter table profiles add constraint profiles_role_check
  check (role in ('buyer', 'seller', 'reader', 'support', 'finance', 'admin'));
