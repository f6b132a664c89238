-- Invitations to the shop's team by mail. The link is a secret, of which the hash is kept.
create table team_invitations (
  id uuid primary key,
  email text not null,
  role text not null check (role in ('seller', 'reader', 'support', 'finance', 'admin')),
  reason text not null default '',
  token_hash bytea not null unique,
  invited_by uuid references profiles on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references profiles on delete set null,
  revoked_at timestamptz
);
-- One open invitation per address.
create unique index team_invitations_open on team_invitations (email)
  where accepted_at is null and revoked_at is null;
create index team_invitations_invited_by on team_invitations (invited_by);
create index team_invitations_accepted_by on team_invitations (accepted_by);
