-- A typed result that has drawn is compared with the official bytes for as long as it counts: when they agree, it keeps
-- them as its evidence.
alter table lottery_results add column official_agreed_at timestamptz;
alter table lottery_results drop constraint lottery_results_evidence;
alter table lottery_results add constraint lottery_results_evidence
  check ((source = 'official' or official_agreed_at is not null) = (raw_body is not null and raw_hash is not null))
  not valid;
alter table lottery_results validate constraint lottery_results_evidence;
