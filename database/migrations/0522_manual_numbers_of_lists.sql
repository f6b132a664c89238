-- Numbers of the list that were sold by hand; they carry a mark in it. Null for lists of the first format, without marks.
alter table draw_lists add column manual_numbers integer check (manual_numbers between 0 and sold_numbers);
