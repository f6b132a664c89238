-- From here on every change of a person is in person_search; the next migration adds the others without a lock.
create trigger profiles_searched after insert or update of name, email, phone on profiles
  for each row execute function update_person_search();
