-- Changes of one millisecond have an order too: undoing one undoes those after it.
alter table auth.reversible_changes add column position bigint generated always as identity;
