-- Lines of a rifa by order, whose keys ascend with time: its newest buyers without sorting all of them.
create index order_items_of_rifa on order_items (rifa_id, order_id desc, line_no);
drop index order_items_rifa;
