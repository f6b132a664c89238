-- A sale of a stand that was rejected stays rejected: the seller was told to hand the money back, and may not have got the
-- response, so the phone sends the sale again when it could be accepted.
create table stand_rejections (
  allotment_id uuid not null references stand_allotments on delete restrict,
  -- Made by the phone.
  sale_id uuid not null,
  code text not null,
  -- For buyers who may not take part.
  reason text,
  -- Numbers that others have.
  numbers integer[] not null,
  created_at timestamptz not null,
  primary key (allotment_id, sale_id)
);
