-- A document that was issued keeps its customer as it was: renaming a customer must not change a paid invoice. Drafts follow their customer.
ALTER TABLE invoices ADD COLUMN issued_customer_name TEXT;
ALTER TABLE invoices ADD COLUMN issued_customer_email TEXT;
ALTER TABLE invoices ADD COLUMN issued_billing TEXT;
UPDATE invoices SET
  issued_customer_name = customers.name,
  issued_customer_email = customers.contact_email,
  issued_billing = json_object('legal_name', legal_name, 'address', legal_address, 'zipcode', zipcode, 'city', city, 'country', country, 'vat_id', legal_vat)
FROM customers
WHERE customers.company_id = invoices.company_id AND customers.id = invoices.customer_id AND invoices.status <> 'draft';

ALTER TABLE quotes ADD COLUMN issued_customer_name TEXT;
ALTER TABLE quotes ADD COLUMN issued_customer_email TEXT;
ALTER TABLE quotes ADD COLUMN issued_billing TEXT;
UPDATE quotes SET
  issued_customer_name = customers.name,
  issued_customer_email = customers.contact_email,
  issued_billing = json_object('legal_name', legal_name, 'address', legal_address, 'zipcode', zipcode, 'city', city, 'country', country, 'vat_id', legal_vat)
FROM customers
WHERE customers.company_id = quotes.company_id AND customers.id = quotes.customer_id AND quotes.status <> 'draft';
