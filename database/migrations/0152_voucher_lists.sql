-- Vouchers as the panel lists and finds them.
create index service_vouchers_newest on service_vouchers (created_at desc, id);
create index service_vouchers_of_status on service_vouchers (status, created_at desc, id);
create index service_vouchers_code_start on service_vouchers (voucher_code text_pattern_ops);
