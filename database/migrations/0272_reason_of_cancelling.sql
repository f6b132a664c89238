-- Why a rifa was cancelled, in public: a reason of the list in domain/rifas/lifecycle/cancelling.ts, and the admin's words.
alter table rifas add column cancel_reason text;
alter table rifas add column cancel_note text;
