-- Lines of a rejected file that a person has not imported yet; null if the file was rejected before this migration.
alter table settlement_files add column missing_lines text[];
