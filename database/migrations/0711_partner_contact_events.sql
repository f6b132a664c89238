-- The shop changes the phone, with which a partner signs in, and the address.
alter table partner_security_events drop constraint partner_security_events_event_check;
alter table partner_security_events add constraint partner_security_events_event_check check (
  event in ('signed_in', 'wrong_code', 'pix_key_changed', 'change_undone', 'status_changed', 'contact_changed')
);
