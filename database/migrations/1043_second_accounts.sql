-- Persons with several accounts, whom the lists of points and referrals sum up.
create index profiles_second_accounts on profiles (person_id) where person_id <> id;
