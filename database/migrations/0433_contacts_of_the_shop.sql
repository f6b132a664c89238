-- How to reach the shop, its profiles and what it may claim of itself. Nothing until an admin fills it in.
insert into settings (key, value) values
  ('contacts', '{"email": "", "whatsApp": "", "hours": "", "instagram": "", "facebook": "", "twitter": "", "badges": []}');
