-- A line that the buyer took out after a reminder: it stays for the figures, and no later mail is about it.
alter table abandoned_cart_tracking add column taken_out_at timestamptz;
