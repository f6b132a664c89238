-- Which version of the terms of use an account accepted, and with it that its owner is of age. Only ever appended to.
create table terms_acceptances (
  user_id uuid not null references profiles on delete cascade,
  version integer not null check (version >= 1),
  accepted_at timestamptz not null,
  primary key (user_id, version)
);
