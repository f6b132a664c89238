-- Whose phone a WhatsApp message comes from.
create index whatsapp_contacts_phone on whatsapp_contacts (phone) where confirmed_at is not null;
