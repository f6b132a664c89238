-- Phones that a code proved; `is_own`: as the buyer's own.
create view verified_phones as
  select user_id, phone, true as is_own from confirmed_phones
  union all
  select user_id, phone, false from auth.mfa_factors where status = 'verified' and phone is not null
  union all
  select user_id, phone, false from whatsapp_contacts where confirmed_at is not null;

-- Confirms an unregistered CPF for a person without a CPF and without a verified phone: nearly every first purchase. Returns
-- the person, or null where more has to be decided. Each statement sees what was committed before the account was locked.
create function confirm_new_person(account_id uuid, cpf_hashes bytea[], hash_key text, now_at timestamptz) returns uuid
language plpgsql set lock_timeout = '5s' as $$
declare
  person uuid;
begin
  select coalesce(person_id, id) into person from profiles where id = account_id for no key update;
  insert into persons (id, cpf_hash, key_id, confirmed_at)
  select person, cpf_hashes[1], hash_key, now_at
  where person is not null
    and not exists (select from persons where id = person or cpf_hash = any (cpf_hashes))
    and not exists (
      select from profiles join verified_phones on verified_phones.user_id = profiles.id where profiles.person_id = person)
  on conflict do nothing;
  return case when found then person end;
end $$;
