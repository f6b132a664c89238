-- Numbers of a stand go on to another phone, when the first is lost or broken.
alter table stand_allotments
  -- The allotment that has its unsold numbers since ended_at.
  add column moved_to uuid unique references stand_allotments on delete restrict deferrable initially deferred,
  -- Besides its seller, this person may take it over: an admin's choice.
  add column offered_to uuid references profiles on delete set null,
  drop constraint stand_allotments_end_reason_check,
  add constraint stand_allotments_end_reason_check check (
    end_reason in ('returned', 'over', 'rifa_closed', 'seller_left', 'ended_by_admin', 'moved')),
  add constraint stand_allotments_moved check ((moved_to is not null) = (end_reason is not distinct from 'moved'));
create index stand_allotments_offered on stand_allotments (offered_to) where offered_to is not null;
