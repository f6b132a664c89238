-- contracts: plainer names for columns of 1210, which no released version uses.
alter table ranking_winners rename column turn to holder_number;
alter table ranking_winners rename column passed_on_at to reassigned_at;
alter table ranking_winners rename constraint ranking_winners_turn_check to ranking_winners_holder_number_check;
comment on column ranking_winners.holder_number is 'Numbers all holders of a place from 1.';
comment on column ranking_winners.reassigned_at is 'When the place went to another person, or to none.';
