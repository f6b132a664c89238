-- What the shop calls itself, what it announces, and which of its parts are open.
insert into settings (key, value) values
  ('brand', '{"name": "Maré da Sorte", "heroTitle": "Sua sorte vem com a maré", "heroText": "Escolha uma rifa, receba seus números e pague com Pix. O sorteio sai pela Loteria Federal, e qualquer pessoa pode conferir o resultado.", "brandColour": null, "buttonColour": null}'),
  ('announcement', '{"text": "", "href": "", "until": null}'),
  ('features', '{"sales": true, "affiliates": true, "partnerApplications": true, "newsletter": true}');

-- How sending mail has gone of late; one row.
create table mail_state (
  id integer primary key default 1 check (id = 1),
  last_sent_at timestamptz,
  last_failed_at timestamptz,
  last_error text
);
insert into mail_state default values;
