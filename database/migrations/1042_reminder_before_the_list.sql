-- The reminder of a draw goes out before the list of its rifa closes.
update email_automation_steps
set body = replace(body, 'Suas cotas já estão na lista.', 'Suas cotas participam.')
where automation = 'draw_tomorrow';
