-- The shop's own name stands where a mail's words say {loja}.
update email_automations set subject = replace(subject, 'Maré da Sorte', '{loja}'), body = replace(body, 'Maré da Sorte', '{loja}');
