-- Affiliates and partners as the panel finds them: by the beginning of a code or an e-mail, or of any word of a name.
create index affiliates_code_start on affiliates (affiliate_code text_pattern_ops);
create index partners_email_start on partners (email text_pattern_ops);
create index partners_words on partners
  using gin (to_tsvector('simple', company_name || ' ' || contact_name || ' ' || city));
