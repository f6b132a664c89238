-- Accounts of one person share a person, whose id is that of its first account. Limits (own_limits), shares of rifas
-- (rifa_shares) and uses of coupons are counted by it.
alter table profiles add column person_id uuid references profiles;
update profiles set person_id = id;
create index profiles_person on profiles (person_id);

create function profile_has_person() returns trigger
language plpgsql
as $$
begin
  new.person_id := coalesce(new.person_id, new.id);
  return new;
end
$$;
create trigger profile_has_person before insert on profiles for each row execute function profile_has_person();

-- Confirmed persons. The hashes are keyed; the keys are settings, not in the database.
create table persons (
  id uuid primary key references profiles on delete cascade,
  cpf_hash bytea not null unique check (octet_length(cpf_hash) = 32),
  -- Of a phone to which a code was sent.
  phone_hash bytea check (octet_length(phone_hash) = 32),
  -- Fingerprint of the key of both hashes.
  key_id text not null,
  confirmed_at timestamptz not null
);
create index persons_key on persons (key_id);
