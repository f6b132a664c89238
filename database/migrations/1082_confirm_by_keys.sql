-- As before, but persons are found by their keys: with one condition for both, each first purchase read the whole table.
create or replace function confirm_new_person(account_id uuid, cpf_hashes bytea[], hash_key text, now_at timestamptz)
returns uuid language plpgsql set lock_timeout = '5s' set enable_seqscan = off as $$
declare
  person uuid;
begin
  select coalesce(person_id, id) into person from profiles where id = account_id for no key update;
  insert into persons (id, cpf_hash, key_id, confirmed_at)
  select person, cpf_hashes[1], hash_key, now_at
  where person is not null
    and not exists (select from persons where id = person)
    and not exists (select from persons where cpf_hash = any (cpf_hashes))
    and not exists (
      select from profiles join verified_phones on verified_phones.user_id = profiles.id where profiles.person_id = person)
  on conflict do nothing;
  return case when found then person end;
end $$;
