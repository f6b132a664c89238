-- An automation sends up to five mails, one after the other. The texts and the delay of email_automations are no longer
-- read, nor is automation_marks: a later migration drops them.
create table email_automation_steps (
  id uuid primary key,
  automation text not null references email_automations,
  -- 1-based. Null: removed, kept for the mails that it sent.
  position smallint check (position between 1 and 5),
  -- After the trigger or the mail before it; of draw_tomorrow before the draw.
  delay_minutes integer not null check (delay_minutes between 0 and 129600),
  subject text not null check (subject <> ''),
  body text not null,
  button_label text not null,
  button_path text not null check (button_path ~ '^/([^/\\]|$)'),
  -- Deferred, as a new order is written row by row.
  constraint email_automation_steps_order unique (automation, position) deferrable initially deferred
);
insert into email_automation_steps (id, automation, position, delay_minutes, subject, body, button_label, button_path)
select gen_random_uuid(), key, 1, delay_minutes, subject, body, button_label, button_path from email_automations;

-- Rifas whose holders a step has reminded of the draw.
create table automation_step_marks (
  step_id uuid not null references email_automation_steps,
  subject_id uuid not null,
  created_at timestamptz not null,
  primary key (step_id, subject_id)
);
insert into automation_step_marks (step_id, subject_id, created_at)
select step.id, mark.subject_id, mark.created_at
from automation_marks as mark join email_automation_steps as step on step.automation = mark.automation;

alter table email_messages
  add column step_id uuid references email_automation_steps,
  -- The trigger that this mail and the ones after it answer, such as a sign-up.
  add column run_key text,
  add column run_started_at timestamptz;
update email_messages as message
set step_id = step.id, run_key = message.occasion, run_started_at = message.created_at
from email_automation_steps as step where step.automation = message.automation;
create unique index email_messages_step on email_messages (user_id, run_key, step_id) where step_id is not null;
create index email_messages_of_step on email_messages (step_id, created_at) where step_id is not null;
