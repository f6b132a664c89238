-- Whether the checkout shows the Pix code itself, with the provider's page one press away, or the reverse.
update settings set value = value || '{"pixOnPage": true}' where key = 'features';
