-- Search without accents and with typing errors. Both extensions are trusted: the owner of the database may create them.
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;

-- The form in which texts are compared. Immutable, as the dictionary is named.
create function search_form(text) returns text
language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, $1));

-- Name, e-mail and digits of the phone of each person, as one text. Beside profiles, which every payment updates: the index
-- changes only with these three.
create table person_search (
  user_id uuid primary key references profiles on delete cascade,
  words text not null
);
create index person_search_words on person_search using gin (words gin_trgm_ops);

create function person_words(name text, email text, phone text) returns text
language sql immutable parallel safe
return trim(search_form(concat_ws(' ', name, email, regexp_replace(phone, '[^0-9]', '', 'g'))));

create function update_person_search() returns trigger
language plpgsql
as $$
declare
  new_words text := person_words(new.name, new.email, new.phone);
begin
  if new_words = '' then
    delete from person_search where user_id = new.id;
  else
    insert into person_search (user_id, words) values (new.id, new_words)
      on conflict (user_id) do update set words = excluded.words;
  end if;
  return null;
end
$$;
