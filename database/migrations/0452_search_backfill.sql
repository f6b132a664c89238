insert into person_search (user_id, words)
select id, person_words(name, email, phone) from profiles where person_words(name, email, phone) <> ''
on conflict (user_id) do nothing;
