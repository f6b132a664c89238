-- The last minute in which each recurring job ran, in whatever worker: the one that sets it runs the job.
create table job_runs (
  name text primary key,
  minute timestamptz not null
);
