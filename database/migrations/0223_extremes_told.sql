-- When the holders of the highest and the lowest cota were told, once their window had ended.
alter table rifas add column extremes_told_at timestamptz;
