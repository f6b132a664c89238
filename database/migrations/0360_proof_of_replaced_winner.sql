-- A delivery that a corrected draw takes back keeps its proof.
alter table replaced_winners add column proof bytea;
alter table replaced_winners add column proof_type text;
