-- When a payout was last written to a file for the bank. A second file leaves it out: nobody is to be paid twice.
alter table payouts add column exported_at timestamptz;
