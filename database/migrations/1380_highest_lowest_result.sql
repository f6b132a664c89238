-- The highest and lowest cota of the last notification, with the order or gift of each, to notify of a change once.
alter table rifas add column extremes_told text;
