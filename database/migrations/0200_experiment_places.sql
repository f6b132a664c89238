-- A place of the site may be tested again once its last test is over: one test at a time runs there.
create unique index ab_tests_running on ab_tests (key) where status = 'running';
alter table ab_tests drop constraint ab_tests_key_key;
create index ab_tests_place on ab_tests (key, ended_at desc);

-- A test may be ended without a winner.
alter table ab_tests drop constraint ab_tests_end;
alter table ab_tests add constraint ab_tests_end check (
  (status = 'completed') = (ended_at is not null) and (winner_variant_id is null or status = 'completed'));

-- What a variant changes is said in the same words everywhere: a phrase, or something that is on.
update ab_test_variants set config =
  '{"phrase": "Seus números ficam só com você, e qualquer pessoa pode conferir o sorteio pela Loteria Federal."}'
  where config @> '{"reassurance": true}';
update ab_test_variants set config = '{"on": true}' where config @> '{"first": true}';
