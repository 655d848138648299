-- What customers ask to find on an invoice: the number of their order, and a reference of their own. Both engines take this file.
ALTER TABLE invoices ADD COLUMN purchase_order TEXT NOT NULL DEFAULT '';
ALTER TABLE invoices ADD COLUMN buyer_reference TEXT NOT NULL DEFAULT '';
ALTER TABLE quotes ADD COLUMN purchase_order TEXT NOT NULL DEFAULT '';
ALTER TABLE quotes ADD COLUMN buyer_reference TEXT NOT NULL DEFAULT '';
