-- Tax by line, its categories, and discounts of lines (decisions/035-tax.md). Null is what it was before: the tax of the document.

ALTER TABLE customers ADD COLUMN default_tax_category text COLLATE "C";
ALTER TABLE invoices ADD COLUMN tax_category text COLLATE "C";
ALTER TABLE invoices ADD COLUMN tax_exemption_reasons text COLLATE "C";
ALTER TABLE quotes ADD COLUMN tax_category text COLLATE "C";
ALTER TABLE quotes ADD COLUMN tax_exemption_reasons text COLLATE "C";
ALTER TABLE invoice_items ADD COLUMN discount_percent text COLLATE "C";
ALTER TABLE invoice_items ADD COLUMN tax_rate text COLLATE "C";
ALTER TABLE invoice_items ADD COLUMN tax_category text COLLATE "C";
ALTER TABLE quote_items ADD COLUMN discount_percent text COLLATE "C";
ALTER TABLE quote_items ADD COLUMN tax_rate text COLLATE "C";
ALTER TABLE quote_items ADD COLUMN tax_category text COLLATE "C";
