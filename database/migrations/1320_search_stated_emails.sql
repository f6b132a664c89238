-- People are also found by the address that their express account states.
create function index_person(person uuid) returns void
language plpgsql
as $$
declare
  new_words text;
begin
  select person_words(profiles.name, coalesce(profiles.email, express.email), profiles.phone) into new_words
  from profiles left join express_accounts as express on express.user_id = profiles.id
  where profiles.id = person;
  -- Null for a deleted profile, with which its words are deleted.
  if new_words = '' then
    delete from person_search where user_id = person;
  elsif new_words is not null then
    insert into person_search (user_id, words) values (person, new_words)
      on conflict (user_id) do update set words = excluded.words;
  end if;
end
$$;

create or replace function update_person_search() returns trigger
language plpgsql
as $$
begin
  perform index_person(new.id);
  return null;
end
$$;

create function update_stated_search() returns trigger
language plpgsql
as $$
begin
  perform index_person(coalesce(new.user_id, old.user_id));
  return null;
end
$$;

create trigger express_accounts_searched after insert or delete or update of email on express_accounts
  for each row execute function update_stated_search();

select index_person(express.user_id)
from express_accounts as express join profiles on profiles.id = express.user_id
where profiles.email is null;
