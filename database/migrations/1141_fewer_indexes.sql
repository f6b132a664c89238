-- Every new version of a row writes into each of its indexes. No statement uses this one: people are found by person_search.
drop index profiles_name;

-- One index in place of two: messages without a step have a null in it, which is never the same as another.
create unique index email_messages_of_user on email_messages (user_id, run_key, step_id);
drop index email_messages_user;
drop index email_messages_step;
