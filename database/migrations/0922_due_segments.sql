-- When time alone may change the segment of a buyer, so that the nightly job reads only those. Null: not computed yet.
alter table profiles add column segment_due_at timestamptz;
create index profiles_segment_due on profiles (coalesce(segment_due_at, '-infinity'))
  where segment in ('casual', 'regular', 'vip');
-- Vouchers that a payout still has to include.
create index service_vouchers_to_pay on service_vouchers (partner_id, validated_at)
  where status = 'validated' and payout_id is null;
