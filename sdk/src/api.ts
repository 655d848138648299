// Made by `npm run openapi` from openapi.json: change the schemas of the server, not this file.

export interface paths {
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first, revoked ones included; never the keys themselves. An API key sees those that reach no company that it does not reach.
         *
         *     Permission level: `admin`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The answer is the only place where the key is shown: its hash alone is kept. With an API key: only keys that may no more than that key.
         *
         *     Permission level: `admin`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description What it may do, and when it was last used; never the key itself. Use does not change its ETag.
         *
         *     Permission level: `admin`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description Its name and its restrictions, which apply from the next request on; `null` removes one. Level and companies stay as they are. With an API key: only keys that may no more than that key.
         *
         *     Permission level: `admin`.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/v1/api-keys/{id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the addresses that used a key
         * @description Those of successful requests, the most recent first, not paginated: 20 are kept. They are noted within a second.
         *
         *     Permission level: `admin`.
         */
        get: operations["listApiKeyAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Makes a new key with the same name, level, companies and restrictions, which only this answer shows. The old one works until the overlap has passed, and never longer than it would have. With an API key: only keys that may no more than that key.
         *
         *     Permission level: `admin`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description The key is refused from the next request on. A key that was revoked before stays as it is. With an API key: only keys that may no more than that key.
         *
         *     Permission level: `admin`.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies
         * @description All companies that the API key reaches, newest first. Endpoints of companies take no `company_id`.
         *
         *     Permission level: `read`.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a company
         * @description With what its documents say of it, the defaults of new documents, and its modules.
         *
         *     Permission level: `read`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a company
         * @description Absent fields are left alone; `null` clears one. Prefixes apply to new numbers, defaults and the currency to new documents. Issued documents keep what they say of the company.
         *
         *     Permission level: `admin`.
         */
        patch: operations["updateCompany"];
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The members of the organization: whom projects and tasks can be assigned to.
         *
         *     Permission level: `read`.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Newest first, or in the order of `sort`.
         *
         *     Permission level: `read`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Only `name` is needed.
         *
         *     Permission level: `write`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description With its notes, which lists leave out.
         *
         *     Permission level: `read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Refused while an invoice, quote, recurring invoice or project names it; setting `status` to `inactive` is always possible.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        /**
         * Update a customer
         * @description Absent fields are left alone; `null` empties a text. Drafts show the customer as it is now; issued documents keep the customer as it was when they were issued.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Newest first, or in the order of `sort`. List items have neither `items` nor `public_token`.
         *
         *     Permission level: `read`.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create an invoice
         * @description Makes a draft and gives it the next number of the year of its issue date. All totals are computed from the line items: each line is rounded, the discount comes off before tax, tax is rounded once.
         *
         *     Permission level: `write`.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description The whole invoice with its line items.
         *
         *     Permission level: `read`.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        /**
         * Delete an invoice
         * @description In any status, unless money is recorded on it, or credit notes were made of it. Its number is never reused; time that it billed can be billed again.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteInvoice"];
        options?: never;
        head?: never;
        /**
         * Update an invoice
         * @description A draft takes every field; any other invoice takes `notes`, `payment_terms`, `purchase_order`, `buyer_reference`, `service_from`, `service_to`, `external_id`, `metadata`, `reminders_paused` and `status`. Figures form one chain (subtotal, discount_amount, subtotal_after_discount, tax_amount, total, amount_due): one that is given is stored as given, rounded to the digits of the currency, one that is not is recomputed when something before it changed. The whole invoice as GET shows it may be sent, with the changes in it. Setting the status to `paid` records a payment of what is due; leaving `paid` undoes it. Setting it to `cancelled` keeps the payments: `amount_paid` stays, `amount_due` is 0.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateInvoice"];
        trace?: never;
    };
    "/v1/invoices/{id}/reissue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reissue an invoice
         * @description Takes customer and company as they are now, for an address that was mistyped: the next PDF is a new version. Number, dates, lines and figures stay. Nothing happens when both are as they were.
         *
         *     Permission level: `write`.
         */
        post: operations["reissueInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice by email
         * @description Queues a mail to the customer. In the same transaction a draft becomes `sent`. Follow its delivery at `GET /v1/emails/{id}`. Each request makes one mail; repeat one that was lost with its Idempotency-Key.
         *
         *     Permission level: `write`.
         */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/renew-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the public link of an invoice
         * @description Gives the invoice a new `public_token`. The old link of its public page opens nothing any more, at once.
         *
         *     Permission level: `write`.
         */
        post: operations["renewInvoiceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description The payments of an invoice, newest first.
         *
         *     Permission level: `read`.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Record a payment
         * @description Part of what is due makes the invoice `partial`, all of it `paid`. More than is due is refused.
         *
         *     Permission level: `write`.
         */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo a payment
         * @description A paid or partial invoice becomes partial while money remains on it, else sent, or overdue when its due date has passed.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deletePayment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quotes
         * @description Newest first, or in the order of `sort`. List items have neither `items` nor `public_token`.
         *
         *     Permission level: `read`.
         */
        get: operations["listQuotes"];
        put?: never;
        /**
         * Create a quote
         * @description Makes a draft and gives it the next number of the year of its issue date. Totals are computed as for invoices.
         *
         *     Permission level: `write`.
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a quote
         * @description The whole quote with its line items.
         *
         *     Permission level: `read`.
         */
        get: operations["getQuote"];
        put?: never;
        post?: never;
        /**
         * Delete a quote
         * @description Refused once it was converted. Its number is never used again.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteQuote"];
        options?: never;
        head?: never;
        /**
         * Update a quote
         * @description Every field, in every status. Figures form the same chain as those of an invoice.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateQuote"];
        trace?: never;
    };
    "/v1/quotes/{id}/reissue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reissue a quote
         * @description Takes customer and company as they are now, for an address that was mistyped: the next PDF is a new version. Number, dates, lines and figures stay. Nothing happens when both are as they were.
         *
         *     Permission level: `write`.
         */
        post: operations["reissueQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a quote by email
         * @description Queues a mail to the customer. In the same transaction a draft becomes `sent`. Follow its delivery at `GET /v1/emails/{id}`. Each request makes one mail; repeat one that was lost with its Idempotency-Key.
         *
         *     Permission level: `write`.
         */
        post: operations["sendQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes/{id}/renew-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the public link of a quote
         * @description Gives the quote a new `public_token`. The old link of its public page opens nothing any more, at once.
         *
         *     Permission level: `write`.
         */
        post: operations["renewQuoteToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes/{id}/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert a quote to an invoice
         * @description Makes one draft invoice with the customer, currency, lines, discount, tax, figures, notes and terms of the quote, and sets the quote to `converted`. Repeated or simultaneous requests make only one invoice; the others are refused.
         *
         *     Permission level: `write`.
         */
        post: operations["convertQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credit notes
         * @description Newest first. List items have neither `items` nor `public_token`.
         *
         *     Permission level: `read`.
         */
        get: operations["listCreditNotes"];
        put?: never;
        /**
         * Create a credit note
         * @description Credits lines of an issued invoice, or all that is left of it. It is issued at once, with the next number of the year of its issue date, and never changed or deleted. Customer, company, lines and rates are those of the invoice as it was issued; all parts of an invoice, in any split, add up to its figures. The invoice owes less: once nothing is due it is `paid` if money was paid on it, else `cancelled`; what was paid beyond is `refund_due`. Time whose line is credited whole can be billed again.
         *
         *     Permission level: `write`.
         */
        post: operations["createCreditNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a credit note
         * @description The credit note that the same body would create, with the number that it would get now. Nothing is stored, no number is used, and its `id` and `public_token` name nothing.
         *
         *     Permission level: `write`.
         */
        post: operations["previewCreditNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a credit note
         * @description The whole credit note with its line items.
         *
         *     Permission level: `read`.
         */
        get: operations["getCreditNote"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a credit note by email
         * @description Queues a mail to the customer. Follow its delivery at `GET /v1/emails/{id}`. Each request makes one mail; repeat one that was lost with its Idempotency-Key.
         *
         *     Permission level: `write`.
         */
        post: operations["sendCreditNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/{id}/renew-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the public link of a credit note
         * @description Gives the credit note a new `public_token`. The old link of its public page opens nothing any more, at once.
         *
         *     Permission level: `write`.
         */
        post: operations["renewCreditNoteToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description The refunds of a credit note, newest first.
         *
         *     Permission level: `read`.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Record a refund
         * @description Records that money was paid back. It lowers `refund_due` of the invoice and its credit notes; `amount_paid` of the invoice stays. More than is due is refused.
         *
         *     Permission level: `write`.
         */
        post: operations["recordRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a statement of a customer
         * @description What was billed, credited, paid and paid back, by date, with the balance after each entry and before the period: for each currency. Drafts are left out; a cancelled invoice counts with what was paid or credited on it. At most 100,000 entries.
         *
         *     Permission level: `read`.
         */
        get: operations["getCustomerStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/statement/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a statement by email
         * @description Queues a mail with the statement as a PDF. Mail and file have the figures of this moment, whenever it is delivered. Follow its delivery at `GET /v1/emails/{id}`. Each request makes one mail; repeat one that was lost with its Idempotency-Key.
         *
         *     Permission level: `write`.
         */
        post: operations["sendCustomerStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recurring-invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recurring invoices
         * @description Newest first, or in the order of `sort`. List items have no `items`.
         *
         *     Permission level: `read`.
         */
        get: operations["listRecurringInvoices"];
        put?: never;
        /**
         * Create a recurring invoice
         * @description Fields that are absent or null are taken from the customer and the company when each invoice is created. `{month}`, `{year}` and `{period}` in names, descriptions and other texts are replaced, in the language of the invoice. Due invoices are created every 15 minutes, including those for dates that have passed: at most 12 of one recurring invoice at a time.
         *
         *     Permission level: `write`.
         */
        post: operations["createRecurringInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recurring-invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a recurring invoice
         * @description The whole recurring invoice, with its items as they were sent.
         *
         *     Permission level: `read`.
         */
        get: operations["getRecurringInvoice"];
        put?: never;
        post?: never;
        /**
         * Delete a recurring invoice
         * @description Possible in any status. The invoices that it created stay.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteRecurringInvoice"];
        options?: never;
        head?: never;
        /**
         * Update a recurring invoice
         * @description Prices and texts apply from the next invoice on; invoices that were created before stay as they are. `status` pauses it (`paused`), resumes it (`active`: the dates before today are skipped), and ends it (`ended`).
         *
         *     Permission level: `write`.
         */
        patch: operations["updateRecurringInvoice"];
        trace?: never;
    };
    "/v1/recurring-invoices/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the dates of a recurring invoice
         * @description The dates of the next invoices. For a paused one, as if it were resumed today; an ended one has none.
         *
         *     Permission level: `read`.
         */
        get: operations["previewRecurringInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recurring-invoices/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invoices of a recurring invoice
         * @description The invoices that it created and that were not deleted, latest issue date first.
         *
         *     Permission level: `read`.
         */
        get: operations["listInvoicesOfRecurringInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments of all invoices
         * @description The payments of a company by the day on which they came in, the latest first. They are recorded and undone at their invoice.
         *
         *     Permission level: `read`.
         */
        get: operations["listReceivedPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank-statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a bank statement
         * @description Takes a CAMT.053 (version 002 and later), an MT940 or a CSV file: as JSON with its format, or as the file itself, up to 10 MiB and 10,000 transactions. Transactions that are there already are not added again, so files may overlap and come twice; equal rows of one file are several transactions. A statement whose balances do not fit its transactions is refused. The mapping of a CSV file is kept: from then on CSV files can be sent as they are. With `auto_match` of the company, transfers that name exactly one invoice and are exactly what is due on it are matched: the first 100 transactions of a file at once, the others within seconds, by a job.
         *
         *     Permission level: `write`.
         */
        post: operations["importBankStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank-transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bank transactions
         * @description The newest day first, and within a day the last of the statement first. Unmatched ones have suggestions.
         *
         *     Permission level: `read`.
         */
        get: operations["listBankTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank-transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bank transaction
         * @description With its matches, and suggestions while it is unmatched.
         *
         *     Permission level: `read`.
         */
        get: operations["getBankTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank-transactions/{id}/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match a bank transaction
         * @description Money that came in is recorded as a payment of an invoice, on the day it was booked. One transaction may pay several invoices, one match each, until its amount is used up; it is `unmatched` until then. Money that went out is matched to the refund of a credit note (one that was recorded before with the same amount is taken, else it is recorded now), or to a transfer that it returns.
         *
         *     Permission level: `write`.
         */
        post: operations["matchBankTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank-transactions/{id}/unmatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unmatch a bank transaction
         * @description Undoes its payments, or one of them; the transaction waits again. One that was ignored comes back. A refund stays recorded: matching again takes it. Where nothing is to be undone, the answer is the transaction as it is.
         *
         *     Permission level: `write`.
         */
        post: operations["unmatchBankTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank-transactions/{id}/ignore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ignore a bank transaction
         * @description Sets it aside: nothing more is to be matched to it. `unmatch` brings it back.
         *
         *     Permission level: `write`.
         */
        post: operations["ignoreBankTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice as PDF
         * @description A draft is marked as one, and printed each time. Once a document is issued, the file is kept when it is first read: every later answer is the same to the byte, and `Quoin-Document-Sha256` is its hash. When something that it shows has changed since, the next reading makes a new version; `version` still gives the old ones. Payments change nothing in it.
         *
         *     Permission level: `read`.
         */
        get: operations["getInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a quote as PDF
         * @description A draft is marked as one, and printed each time. Once a document is issued, the file is kept when it is first read: every later answer is the same to the byte, and `Quoin-Document-Sha256` is its hash. When something that it shows has changed since, the next reading makes a new version; `version` still gives the old ones. Payments change nothing in it.
         *
         *     Permission level: `read`.
         */
        get: operations["getQuotePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a credit note as PDF
         * @description A draft is marked as one, and printed each time. Once a document is issued, the file is kept when it is first read: every later answer is the same to the byte, and `Quoin-Document-Sha256` is its hash. When something that it shows has changed since, the next reading makes a new version; `version` still gives the old ones. Payments change nothing in it.
         *
         *     Permission level: `read`.
         */
        get: operations["getCreditNotePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/e-invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Judge an invoice as an electronic invoice
         * @description The verdict of the official rules on every format, in plain words and with the field to correct. Also of a draft, before it is issued.
         *
         *     Permission level: `read`.
         */
        get: operations["judgeInvoiceEInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice as XML
         * @description An electronic invoice by EN 16931, written from what the document said when it was issued. A file that would be refused is not given out.
         *
         *     Permission level: `read`.
         */
        get: operations["getInvoiceXml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/{id}/e-invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Judge a credit note as an electronic invoice
         * @description The verdict of the official rules on every format, in plain words and with the field to correct. Also of a draft, before it is issued.
         *
         *     Permission level: `read`.
         */
        get: operations["judgeCreditNoteEInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credit-notes/{id}/xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a credit note as XML
         * @description An electronic invoice by EN 16931, written from what the document said when it was issued. A file that would be refused is not given out.
         *
         *     Permission level: `read`.
         */
        get: operations["getCreditNoteXml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/e-invoices/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an electronic invoice
         * @description Takes a UBL Invoice or CreditNote, a Cross Industry Invoice, or a Factur-X (ZUGFeRD) PDF of up to 5 MB from anyone, and answers with the verdict of the rules that it says it follows, and with what it says. Nothing is stored.
         *
         *     Permission level: `read`.
         */
        post: operations["checkEInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Newest first, or in the order of `sort`.
         *
         *     Permission level: `read`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Only `title` is needed. A new project is a `draft` of `medium` priority, billed by time, and gets the next public id of the year.
         *
         *     Permission level: `write`.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description With its figures as they are at this moment: each sum is exact and rounded once.
         *
         *     Permission level: `read`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description Its tasks and time entries are deleted with it, running timers end. Refused while some of its time is invoiced (delete those invoices first), or a recurring invoice bills it; archiving is always possible.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description Absent fields are left alone; `null` clears a description, customer, date, budget, rate, assignment or metadata. Any status may follow any other. A changed rate applies to all time without a rate of its own or of its task, past time too.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/projects/{id}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description By position, then oldest first. Subtasks are listed like all others; `parent_task_id` tells them apart.
         *
         *     Permission level: `read`.
         */
        get: operations["listTasks"];
        put?: never;
        /**
         * Create a task
         * @description Only `title` is needed. A new task is in the `backlog`, of `medium` priority, billable, after the last one, and gets the next public id of the year.
         *
         *     Permission level: `write`.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task
         * @description A task under another project than its own is not found.
         *
         *     Permission level: `read`.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Delete a task
         * @description Its subtasks move to its parent, and no task depends on it any more. Time recorded on it stays and keeps its rate.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /**
         * Update a task
         * @description Absent fields are left alone; `null` clears a description, user, parent, date, rate or estimate and empties a list or metadata. Any status may follow any other. A parent or dependency that would close a ring is refused, however long the ring.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateTask"];
        trace?: never;
    };
    "/v1/projects/{id}/time-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List time entries
         * @description Newest first, by when they were recorded.
         *
         *     Permission level: `read`.
         */
        get: operations["listTimeEntries"];
        put?: never;
        /**
         * Record time or start a timer
         * @description With `start_time` and `end_time` or `duration_minutes` the time is recorded; with neither of the two a timer starts, by default now. A user has one running timer in a company.
         *
         *     Permission level: `write`.
         */
        post: operations["createTimeEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/time-entries/{entryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a time entry
         * @description A time entry under another project than its own is not found.
         *
         *     Permission level: `read`.
         */
        get: operations["getTimeEntry"];
        put?: never;
        post?: never;
        /**
         * Delete a time entry
         * @description The project's figures fall by it. Time on an invoice can not be deleted.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteTimeEntry"];
        options?: never;
        head?: never;
        /**
         * Update a time entry, stop a timer
         * @description Absent fields are left alone; `null` clears a task, description or rate and empties metadata. `end_time` or `duration_minutes` stops a running timer. Time on an invoice can not be changed.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateTimeEntry"];
        trace?: never;
    };
    "/v1/projects/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bill the time of a project
         * @description Makes one draft invoice in the currency of the company from the stopped, billable time that is not on an invoice yet: a line for each task in their order, then one named after the project for time without a task. A line has hours and rate if their product is the exact amount, else the amount as one piece. One call bills at most 10,000 entries and 2,000 lines, the oldest first; another call bills the rest. Deleting the draft frees its time.
         *
         *     Permission level: `write`.
         */
        post: operations["invoiceProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export invoices
         * @description All of a period, by their issue date. In a table, a text that a spreadsheet would take for a formula begins with an apostrophe. An organization has one export at a time; another one gets 429.
         *
         *     Permission level: `read`.
         */
        get: operations["exportInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export credit notes
         * @description All of a period, by their issue date. In a table, a text that a spreadsheet would take for a formula begins with an apostrophe. An organization has one export at a time; another one gets 429.
         *
         *     Permission level: `read`.
         */
        get: operations["exportCreditNotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export payments
         * @description All of a period, by the day on which they came in. In a table, a text that a spreadsheet would take for a formula begins with an apostrophe. An organization has one export at a time; another one gets 429.
         *
         *     Permission level: `read`.
         */
        get: operations["exportPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/time-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export time entries
         * @description All of a period, by the day on which they begin, in the time zone of the company. In a table, a text that a spreadsheet would take for a formula begins with an apostrophe. An organization has one export at a time; another one gets 429.
         *
         *     Permission level: `read`.
         */
        get: operations["exportTimeEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export customers
         * @description All of a period, by the day on which they were made, in the time zone of the company. In a table, a text that a spreadsheet would take for a formula begins with an apostrophe. An organization has one export at a time; another one gets 429.
         *
         *     Permission level: `read`.
         */
        get: operations["exportCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/datev": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a booking batch for DATEV
         * @description Invoices, credit notes, payments and refunds of a period as bookings (EXTF, Buchungsstapel) for German accountants, by the field `datev` of the company. The text is in Windows-1252. It counts as an export: an organization has one at a time; another one gets 429.
         *
         *     Permission level: `read`.
         */
        get: operations["exportDatev"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Always newest first. The order of a company is total and agrees with the ids: a client that remembers the newest id and asks with `ending_before` misses nothing. Where the operator lets old events be removed, one that was away for longer gets 400 `cursor_expired`. A key that reaches exactly one company may leave `company_id` out.
         *
         *     Permission level: `read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description The types available to the company, not paginated; those of modules that are turned off are left out.
         *
         *     Permission level: `read`.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events as they are stored
         * @description Server-sent events, oldest first, test events included: the `data` of each message is an event as `GET /v1/events/{id}` shows it. It starts with what comes after now, or after the position given; the `id` of the last message, sent as `Last-Event-ID`, resumes it without a gap. The first `id` comes at once, without data. A line `: keep-alive` comes when nothing else did for 15 s. A message of the type `error` is the last one: its data is the body of the refusal, such as `{"error":"API key is disabled"}`, or has the code `slow_reader` when a page was not taken within 30 s. Where the operator lets old events be removed, a position from before gets 400 `cursor_expired`: `0` starts with all that is stored. At most 32 streams with one key.
         *
         *     Permission level: `read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a test event
         * @description Stores an event of the type with its example data, `test: true` and `resource_type: cli_test`. It is listed, never delivered.
         *
         *     Permission level: `write`.
         */
        post: operations["createTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description One stored event.
         *
         *     Permission level: `read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first, not paginated: a company has at most 16.
         *
         *     Permission level: `read`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description It gets events from now on. Only this answer shows `secret`, with which its deliveries are signed. The address must be https and not lead to a private network; it is checked again at each delivery.
         *
         *     Permission level: `write`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Without its secret.
         *
         *     Permission level: `read`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Disabling cancels pending deliveries. After enabling, new events are sent; with `replay_since` also those that did not arrive since then.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint's secret
         * @description Makes a new secret, shown only in this answer. For 24 hours deliveries are also signed with the old one: the signature header then has one `v1` for each.
         *
         *     Permission level: `write`.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook endpoint's deliveries
         * @description With their attempts, newest event first. Finished ones are kept for 30 days.
         *
         *     Permission level: `read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Queues the event for an endpoint once more, even if it arrived before or the endpoint's filters leave it out. It has the same id and the same bytes.
         *
         *     Permission level: `write`.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails
         * @description Newest first. Emails are made by sending a document.
         *
         *     Permission level: `read`.
         */
        get: operations["listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an email
         * @description Its recipients, its status, and the last reply of the mail server.
         *
         *     Permission level: `read`.
         */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry an email
         * @description Queues a failed email once more, with all of its attempts. It has the same content and the same Message-ID.
         *
         *     Permission level: `write`.
         */
        post: operations["retryEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the clock
         * @description What the clock of a sandbox shows, and which addresses its mails may go to.
         *
         *     Permission level: `read`.
         */
        get: operations["getSandbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change where mails go
         * @description Mails to other addresses are stored and count as sent, but do not leave the service.
         *
         *     Permission level: `write`.
         */
        patch: operations["updateSandbox"];
        trace?: never;
    };
    "/v1/sandbox/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock
         * @description Moves the clock of a sandbox forward, day by day: everything due in between happens at its time and in order, with its events, mails and retries. `advancing_to` is null once the clock is there.
         *
         *     Permission level: `write`.
         */
        post: operations["advanceSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ways to sign in
         * @description What the sign-in page offers besides a password. It needs no session.
         */
        get: operations["getSignInWays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description Who is signed in, in which organization, with which companies and which level.
         *
         *     Permission level: `read`.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch to another organization
         * @description For a member of several organizations: from the next request on the session works in that one.
         *
         *     Permission level: `read`.
         */
        post: operations["switchOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's own address
         * @description Changes the address with which the caller signs in. It needs the current password; a wrong one counts as a failed sign-in. All other sessions of the caller end. Refused for a member of several organizations.
         *
         *     Permission level: `read`.
         */
        patch: operations["changeOwnEmail"];
        trace?: never;
    };
    "/dashboard/api/welcome/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the person of a one-time link
         * @description The person whose password a one-time link sets. It needs no session. 404 for a link that was used, has expired, or ended because the member or its maker changed role or password or was removed.
         */
        get: operations["getWelcome"];
        put?: never;
        /**
         * Set the password
         * @description Sets the password of the person of a one-time link, ends all their sessions, and uses up the link. The password has 10 to 200 characters and is not one of the most common ones. A member of another organization joins with the password that they have.
         */
        post: operations["useWelcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description With what the caller signs in instead of a password, the oldest first.
         *
         *     Permission level: `read`.
         */
        get: operations["listPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Nobody signs in with it any more; sessions that were begun with it go on.
         *
         *     Permission level: `read`.
         */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Gives one of the caller another name, by which it is told from the others.
         *
         *     Permission level: `read`.
         */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/dashboard/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description All keys of the organization, newest first, revoked ones included; never the keys themselves.
         *
         *     Permission level: `admin`.
         */
        get: operations["listOwnApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The answer is the only place where the key is shown: its hash alone is kept.
         *
         *     Permission level: `admin`.
         */
        post: operations["createOwnApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description The key is refused from the next request on. A key that was revoked before stays as it is.
         *
         *     Permission level: `admin`.
         */
        post: operations["revokeOwnApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Every request under `/v1` and every change made in the dashboard, newest first. Of requests without a valid key, and of those answered 401 or 429, the first of a kind has an entry in each hour; further ones are counted in one entry with `count`. For one answer at most 20,000 entries are looked at, where others are asked for than those of a member or of a status from 400 on: a page may have fewer entries than its limit, or none, and there are more while `has_more` is true.
         *
         *     Permission level: `admin`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/audit-log.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export audit log entries
         * @description The entries as CSV, at most 100,000 of them. Cells that a spreadsheet would take for a formula start with an apostrophe. An organization has one export at a time; another one gets 429.
         *
         *     Permission level: `admin`.
         */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description The members of the organization with their roles, oldest first.
         *
         *     Permission level: `admin`.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member
         * @description Adds a member and gives the link by which they set a password. Only an owner makes another owner.
         *
         *     Permission level: `admin`.
         */
        post: operations["createMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description The member is refused from the next request on, and one-time links that they made end. Their past actions still name them. If they made API keys that still work, `revoke_keys` says whether those end. The last owner can't be removed.
         *
         *     Permission level: `admin`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description Applies from the member's next request on. One-time links that the member made, or that were made for them, end. A lower role needs `revoke_keys` if the member made API keys that still work; keys that stay keep their level. Only an owner changes or makes an owner; the last owner can't be changed.
         *
         *     Permission level: `admin`.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/dashboard/api/session/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change one's own name
         * @description The name that colleagues see in this organization. The email address does not change.
         *
         *     Permission level: `read`.
         */
        patch: operations["renameSelf"];
        trace?: never;
    };
    "/dashboard/api/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name of the organization
         * @description As its members see it. Only an owner changes it.
         *
         *     Permission level: `admin`.
         */
        patch: operations["renameOrganization"];
        trace?: never;
    };
    "/dashboard/api/members/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link for a member's password
         * @description For a member who has not set a password yet, or has forgotten it. Earlier links of the member end. The link ends when the member or its maker changes role or password, or is removed.
         *
         *     Permission level: `admin`.
         */
        post: operations["createMemberLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Where the caller is signed in, in all organizations, the last used first.
         *
         *     Permission level: `read`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out elsewhere
         * @description Ends one of your sessions: it is refused from the next request on, whichever process gets it.
         *
         *     Permission level: `read`.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out everywhere else
         * @description Ends all of your sessions except this one, and sign-ins that wait for a code.
         *
         *     Permission level: `read`.
         */
        post: operations["endOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook-endpoints/{id}/deliveries/{eventId}/sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a delivery sent
         * @description The exact body, and the headers of each attempt with their signatures. Needs the level that may make a new secret.
         *
         *     Permission level: `admin`.
         */
        get: operations["getSentDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a company
         * @description A company of the organization. Keys for all companies reach it too.
         *
         *     Permission level: `admin`.
         */
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a company with its details
         * @description What it says of itself on its documents, and which modules are on.
         *
         *     Permission level: `read`.
         */
        get: operations["getOwnCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a company
         * @description Prefixes apply to new numbers, the currency to new documents and to the figures of projects. `null` clears a detail.
         *
         *     Permission level: `admin`.
         */
        patch: operations["updateOwnCompany"];
        trace?: never;
    };
    "/dashboard/api/companies/{id}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a logo
         * @description A PNG, JPEG or WebP, recognized by its bytes: at most 256 kB and 4096 × 4096 pixels. `logo_url` becomes its address at this service, which everyone may read.
         *
         *     Permission level: `admin`.
         */
        post: operations["setCompanyLogo"];
        /**
         * Take a logo away
         * @description Removes an uploaded logo, or the address of one on another server.
         *
         *     Permission level: `admin`.
         */
        delete: operations["deleteCompanyLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/companies/{id}/modules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a module
         * @description Switches a module on or off for the company; gives those that are on.
         *
         *     Permission level: `admin`.
         */
        post: operations["switchModule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/invoices/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an invoice
         * @description The PDF of the draft that the same body would create, with the number that it would get now. Nothing is stored, and no number is used.
         *
         *     Permission level: `write`.
         */
        post: operations["previewInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/quotes/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a quote
         * @description The same for a quote.
         *
         *     Permission level: `write`.
         */
        post: operations["previewQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/company/paper-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the look of documents
         * @description The PDF of a sample invoice of the company, as it would be with these fields. What is not given is as it is.
         *
         *     Permission level: `admin`.
         */
        post: operations["previewPaper"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key figures of a company
         * @description What is outstanding, overdue and paid, what waits to be sent or answered, and what can be billed: exact sums per currency.
         *
         *     Permission level: `read`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything of a company
         * @description Customers by name and email, invoices, quotes and credit notes by number (from its front, or without prefix, year and leading zeros: `7`, `2026-7`) and customer, projects and tasks by title and public id; in any case, with or without accents. The best first: what is the text whole, what begins with it, what has it somewhere. Projects and tasks only while the module `projects` is on, tasks of archived projects not at all.
         *
         *     Permission level: `read`.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/payments/sums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Add up what came in
         * @description Payments of a period, both days included, by day, method and customer, for each currency.
         *
         *     Permission level: `read`.
         */
        get: operations["sumReceivedPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/invoices/{id}/email-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the email of an invoice
         * @description The email that `send` would queue with the same body. Nothing is stored or sent, and a draft stays one.
         *
         *     Permission level: `write`.
         */
        post: operations["previewInvoiceEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/invoices/{id}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the reminders of an invoice
         * @description What became of each step, and which of them will be due.
         *
         *     Permission level: `read`.
         */
        get: operations["getInvoiceReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/reminders/tomorrow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the reminders that go out tomorrow
         * @description What will be sent unless it is paid or stopped before.
         *
         *     Permission level: `read`.
         */
        get: operations["getComingReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/reminders/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a reminder
         * @description The email of a step, as it would be sent today for a sample invoice. Nothing is stored or sent.
         *
         *     Permission level: `read`.
         */
        post: operations["previewReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/customers/{id}/statement/email-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the email of a statement
         * @description The email that `sendCustomerStatement` would queue with the same query and body. Nothing is stored or sent.
         *
         *     Permission level: `write`.
         */
        post: operations["previewStatementEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/customers/{id}/ageing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a customer owes by age
         * @description What is due on open invoices, by how long it has been due: for each currency.
         *
         *     Permission level: `read`.
         */
        get: operations["getCustomerAgeing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/quotes/{id}/email-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the email of a quote
         * @description The email that `send` would queue with the same body. Nothing is stored or sent, and a draft stays one.
         *
         *     Permission level: `write`.
         */
        post: operations["previewQuoteEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/quotes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the evidence of a decision
         * @description The customer's decision with the address and browser that it came from, and the PDF that was shown. `earlier` has the decisions from before the quote became a draft, sent or viewed again, oldest first.
         *
         *     Permission level: `admin`.
         */
        get: operations["getQuoteDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/credit-notes/{id}/email-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the email of a credit note
         * @description The email that `send` would queue with the same body. Nothing is stored or sent, and a draft stays one.
         *
         *     Permission level: `write`.
         */
        post: operations["previewCreditNoteEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/bank-statements/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a bank statement
         * @description The first 10 transactions as they would be read, or why they can't be. Nothing is stored. A CSV file without a mapping is read with the one that was given last.
         *
         *     Permission level: `write`.
         */
        post: operations["previewBankStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks of all projects
         * @description Newest first, or in the order of `sort`. Those of archived projects are left out, unless `project_id` names one of these.
         *
         *     Permission level: `read`.
         */
        get: operations["listCompanyTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/projects/{id}/tasks/{taskId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a task on the board
         * @description Puts it right after or before another task, and into the status of that task; with `status` alone its position stays. If no number is free between its neighbours, as few others as possible get a new `position`; each task that changes stores a `task.updated`.
         *
         *     Permission level: `write`.
         */
        post: operations["moveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/time-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the time entries of all projects
         * @description The latest start first. `total_minutes` is of all that match, on all pages; a running entry counts 0.
         *
         *     Permission level: `read`.
         */
        get: operations["listCompanyTimeEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/timer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the running timer
         * @description The timer of the member who asks, in the company; null when none runs.
         *
         *     Permission level: `read`.
         */
        get: operations["getRunningTimer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Background work, newest first. Finished jobs are kept for 7 days, failed ones until they are retried, or for 90 days.
         *
         *     Permission level: `admin`.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a job
         * @description Makes a failed or pending job due at once, with all of its attempts.
         *
         *     Permission level: `admin`.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "customer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Customer created
         * @description A customer was added.
         */
        post: operations["onCustomerCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Customer updated
         * @description A field of a customer changed.
         */
        post: operations["onCustomerUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Customer deleted
         * @description A customer was deleted; `data` is its last state.
         */
        post: operations["onCustomerDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice created
         * @description A draft was made, by hand, from a quote or from recorded time.
         */
        post: operations["onInvoiceCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice updated
         * @description A field of an invoice changed; events of its status or payments follow.
         */
        post: operations["onInvoiceUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice deleted
         * @description An invoice was deleted; `data` is its last state. Its number is never reused.
         */
        post: operations["onInvoiceDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice sent
         * @description The status became `sent`.
         */
        post: operations["onInvoiceSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice viewed
         * @description The status became `viewed`.
         */
        post: operations["onInvoiceViewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice overdue
         * @description The status became `overdue`: the due date has passed and money is due.
         */
        post: operations["onInvoiceOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice cancelled
         * @description The status became `cancelled`: nothing is due any more.
         */
        post: operations["onInvoiceCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice paid
         * @description The status became `paid`: nothing is due any more.
         */
        post: operations["onInvoicePaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.partially_paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice partially paid
         * @description The status became `partial`.
         */
        post: operations["onInvoicePartiallyPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.reminded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invoice reminded
         * @description A reminder of an invoice was queued as an email.
         */
        post: operations["onInvoiceReminded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Payment received
         * @description The paid amount of an invoice grew: a payment was recorded, or the status set to paid.
         */
        post: operations["onPaymentReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Payment reversed
         * @description The paid amount of an invoice shrank: a payment was undone.
         */
        post: operations["onPaymentReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote created
         * @description A draft was made.
         */
        post: operations["onQuoteCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote updated
         * @description A field of a quote changed; the event of its status follows.
         */
        post: operations["onQuoteUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote deleted
         * @description A quote was deleted; `data` is its last state. Its number is never reused.
         */
        post: operations["onQuoteDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote sent
         * @description The status became `sent`.
         */
        post: operations["onQuoteSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote viewed
         * @description The status became `viewed`.
         */
        post: operations["onQuoteViewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote approved
         * @description The status became `approved`.
         */
        post: operations["onQuoteApproved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote rejected
         * @description The status became `rejected`.
         */
        post: operations["onQuoteRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote expired
         * @description The status became `expired`: its validity has ended.
         */
        post: operations["onQuoteExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.converted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote converted
         * @description The status became `converted`; `invoice_id` names the invoice that was made from it; null when it was only marked.
         */
        post: operations["onQuoteConverted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit note created
         * @description A credit note was issued; the events of its invoice follow.
         */
        post: operations["onCreditNoteCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit note refunded
         * @description Money was paid back to the customer; the event of its invoice follows.
         */
        post: operations["onCreditNoteRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recurring_invoice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recurring invoice created
         * @description A recurring invoice was added.
         */
        post: operations["onRecurringInvoiceCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recurring_invoice.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recurring invoice updated
         * @description A field of a recurring invoice changed, or the reason why its invoice could not be made or sent. Each invoice that it makes is an `invoice.created` alone.
         */
        post: operations["onRecurringInvoiceUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recurring_invoice.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recurring invoice ended
         * @description The status became `ended`: the last invoice was created, or it was ended manually.
         */
        post: operations["onRecurringInvoiceEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recurring_invoice.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recurring invoice deleted
         * @description A recurring invoice was deleted; `data` is its last state.
         */
        post: operations["onRecurringInvoiceDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Project created
         * @description A project was added.
         */
        post: operations["onProjectCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Project updated
         * @description A field of a project changed; its figures alone change without it.
         */
        post: operations["onProjectUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Project completed
         * @description The status became `completed`.
         */
        post: operations["onProjectCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Project deleted
         * @description A project was deleted, with its tasks and time entries; `data` is its last state.
         */
        post: operations["onProjectDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Task created
         * @description A task was added to a project.
         */
        post: operations["onTaskCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Task updated
         * @description A field of a task changed, by hand or because a task next to it was deleted.
         */
        post: operations["onTaskUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Task completed
         * @description The status became `completed`.
         */
        post: operations["onTaskCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Task deleted
         * @description A task was deleted; `data` is its last state.
         */
        post: operations["onTaskDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "time_entry.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Time entry created
         * @description Time was recorded, or a timer started.
         */
        post: operations["onTimeEntryCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "time_entry.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Time entry updated
         * @description A field of a time entry changed, by hand or because it was put on an invoice or taken off.
         */
        post: operations["onTimeEntryUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "time_entry.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Time entry deleted
         * @description A time entry was deleted; `data` is its last state.
         */
        post: operations["onTimeEntryDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "timer.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Timer started
         * @description A running time entry was made.
         */
        post: operations["onTimerStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "timer.stopped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Timer stopped
         * @description A running time entry was given its end.
         */
        post: operations["onTimerStopped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook endpoint disabled
         * @description An endpoint was disabled because it answered 410, or because nothing had arrived for five days.
         */
        post: operations["onWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email sent
         * @description The mail server took a mail, for some of its recipients at least.
         */
        post: operations["onEmailSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email failed
         * @description The mail server refused a mail permanently, or it could not be delivered within two days.
         */
        post: operations["onEmailFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * AcceptedDifference
         * @description Accepts that less came in than is due: what is left due is recorded as a payment with the method `difference`, and the reason as its reference.
         */
        AcceptedDifference: {
            /** @description Bank fee, rounding … */
            reason: string;
        };
        /** AdvanceSandbox */
        AdvanceSandbox: {
            /** @description By so many days of 24 hours. */
            days?: number;
            /** @description Until this moment, as RFC 3339 with its offset, at most 366 days ahead; or until the start of this day (YYYY-MM-DD) of the company. */
            to?: string;
        };
        /** ApiKey */
        ApiKey: {
            /** @description Identifier, `key_…`. */
            id: string;
            name: string;
            /** @description The first characters, by which the key is known in the audit log. */
            key_prefix: string;
            /** @description What it may do. */
            level: components["schemas"]["PermissionLevel"];
            /** @description The companies that it reaches; `all`: every company of the organization, later ones included. */
            company_ids: "all" | string[];
            /** @description The member who made it; null for the command line, and for keys older than this field. */
            created_by: {
                id: string;
                name: string;
            } | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description What of its level it may do, as `resource:level`: `invoices:read`. A level includes the lower ones. Null: everything that its level allows. */
            scopes: string[] | null;
            /** @description The addresses and networks (`192.0.2.0/24`) that it may be used from. Null: anywhere. */
            allowed_addresses: string[] | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null: it does not expire.
             */
            expires_at: string | null;
            /** @description The key that it replaces. */
            rotated_from: string | null;
            /** @description The key that replaces it. */
            replaced_by: string | null;
        };
        /** ApiKeyDetails */
        ApiKeyDetails: {
            /** @description Identifier, `key_…`. */
            id: string;
            name: string;
            /** @description The first characters, by which the key is known in the audit log. */
            key_prefix: string;
            /** @description What it may do. */
            level: components["schemas"]["PermissionLevel"];
            /** @description The companies that it reaches; `all`: every company of the organization, later ones included. */
            company_ids: "all" | string[];
            /** @description The member who made it; null for the command line, and for keys older than this field. */
            created_by: {
                id: string;
                name: string;
            } | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description What of its level it may do, as `resource:level`: `invoices:read`. A level includes the lower ones. Null: everything that its level allows. */
            scopes: string[] | null;
            /** @description The addresses and networks (`192.0.2.0/24`) that it may be used from. Null: anywhere. */
            allowed_addresses: string[] | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null: it does not expire.
             */
            expires_at: string | null;
            /** @description The key that it replaces. */
            rotated_from: string | null;
            /** @description The key that replaces it. */
            replaced_by: string | null;
            /** @description The addresses of successful requests with it, the most recent first; 20 at most are kept. */
            used_from: components["schemas"]["ApiKeyUse"][];
        };
        /** ApiKeyUse */
        ApiKeyUse: {
            address: string;
            /** Format: date-time */
            first_used_at: string;
            /** Format: date-time */
            last_used_at: string;
        };
        /** AuditLogEntry */
        AuditLogEntry: {
            /** @description Counts the entries of the organization from 1. */
            sequence: number;
            /** Format: date-time */
            created_at: string;
            /** @description What the answer had in `Quoin-Request-Id`. */
            request_id: string;
            api_key_id: string | null;
            /** @description What the key is called now. */
            api_key_name: string | null;
            key_prefix: string | null;
            /** @description The member who did it in the dashboard; null where a key did. */
            user_id: string | null;
            /** @description What the member is called now; removed ones too. */
            user_name: string | null;
            company_id: string | null;
            method: string;
            path: string;
            status: number;
            duration_ms: number;
            ip_address: string;
            user_agent: string | null;
            /** @description How many requests the entry stands for, beyond the first of their kind, which has an entry of its own; null for an entry of one request. `path` is then the route, and `*` in `method`, `path` and `ip_address` stands for any. */
            count: number | null;
            /**
             * Format: date-time
             * @description When the last of them began; the first did at `created_at`.
             */
            last_at: string | null;
        };
        /**
         * BankCsvMapping
         * @description The names of the columns of a CSV file, as in its first row.
         */
        BankCsvMapping: {
            /** @description The column of the booking date. */
            date: string;
            /** @description The column of the amount, with its sign. */
            amount: string;
            /** @description The column of what the payer wrote. */
            text: string;
            /** @description The column of the other party. */
            name?: string;
            /** @description The column of its account. */
            iban?: string;
            /** @description The column of the currency. Default: that of the company. */
            currency?: string;
            /** @description The column of a reference. */
            reference?: string;
            /**
             * @description What stands before the decimals. Default: what the amounts show.
             * @enum {string}
             */
            decimal?: "," | ".";
            /** @description `DD.MM.YYYY`, `MM/DD/YYYY` … Default: what the dates show. */
            date_format?: string;
        };
        /** BankMatch */
        BankMatch: {
            /** @description `difference` is a payment of what the transfer fell short of; it uses up nothing of the transfer. */
            kind: components["schemas"]["BankMatchKind"];
            /** @description The payment that was recorded; null for a refund. */
            payment_id: string | null;
            invoice_id: string;
            /** @description The refund, where it is one. */
            refund_id: string | null;
            /** @description Its credit note. */
            credit_note_id: string | null;
            amount: number;
            /** @description Whether it was made at the import, by `auto_match`. */
            is_automatic: boolean;
            /** @description Why it was made at the import, or why a difference was accepted; else empty. */
            reason: string;
        };
        /**
         * BankMatchKind
         * @enum {string}
         */
        BankMatchKind: "payment" | "difference" | "refund";
        /**
         * BankStatementFormat
         * @enum {string}
         */
        BankStatementFormat: "camt053" | "mt940" | "csv";
        /** BankStatementPreview */
        BankStatementPreview: {
            /** @description Of a CSV file. */
            columns: string[];
            mapping: components["schemas"]["BankCsvMapping"] | null;
            count: number;
            /** @description Why the file can not be read. */
            problem: string | null;
            transactions: components["schemas"]["BankTransaction"][];
        };
        /** BankSuggestion */
        BankSuggestion: {
            /** @description The invoice that it may pay, or that of the credit note. */
            invoice_id: string | null;
            /** @description Null for a refund and for a returned transfer. */
            invoice_number: string | null;
            /** @description The credit note whose refund it may be. */
            credit_note_id: string | null;
            /** @description Its number. */
            credit_note_number: string | null;
            /** @description The transfer that it may return. */
            returned_transaction_id: string | null;
            /** @description What `match` would take. */
            amount: number;
            score: number;
            /** @description Sentences, the strongest reason first. */
            reasons: string[];
        };
        /** BankTransaction */
        BankTransaction: {
            /** @description Identifier, `btx_…`. */
            id: string;
            /** @description The account of the statement; empty for a CSV file. */
            account: string;
            /** Format: date */
            booked_date: string;
            /** @description Above 0 is money that came in. */
            amount: number;
            currency: string;
            /** @description What was instructed in another currency, as the statement says it. */
            foreign_amount: string;
            /** @description The other party. */
            name: string;
            /** @description The account of the other party. */
            iban: string;
            /** @description What the payer wrote. */
            text: string;
            /** @description A creditor reference, else the end-to-end id, else the reference of the bank. */
            reference: string;
            end_to_end_id: string;
            bank_reference: string;
            /** @description Whether the bank says that it takes another booking back. */
            is_reversal: boolean;
            /** @description Why it was returned, as the statement says it. */
            return_reason: string;
            /** @description `matched` once its whole amount is used up. */
            status: components["schemas"]["BankTransactionStatus"];
            /** @description What of it is not matched, without its sign. */
            amount_left: number;
            /** @description Why it is ignored, where a returned transfer is the reason. */
            note: string;
            matches: components["schemas"]["BankMatch"][];
            /** @description While it is unmatched: the best first, at most five. */
            suggestions: components["schemas"]["BankSuggestion"][];
            /** Format: date-time */
            created_at: string;
        };
        /**
         * BankTransactionStatus
         * @enum {string}
         */
        BankTransactionStatus: "unmatched" | "matched" | "ignored";
        /**
         * BilledCustomer
         * @description As it is now while the document is a draft; afterwards as it was when the document was issued.
         */
        BilledCustomer: {
            id: string;
            name: string;
            contact_email: string;
            billing: components["schemas"]["Billing"];
        };
        /**
         * Billing
         * @description The billing details, word for word.
         */
        Billing: {
            legal_name: string;
            /** @description The street lines. */
            address: string;
            zipcode: string;
            city: string;
            country: string;
            vat_id: string;
        };
        /**
         * BillingType
         * @enum {string}
         */
        BillingType: "time_based" | "fixed_price" | "mixed";
        /** ComingReminder */
        ComingReminder: {
            invoice_id: string;
            invoice_number: string;
            customer_id: string;
            customer_name: string;
            /** Format: date */
            due_date: string;
            /** @description From the due date. */
            days: number;
            currency: string;
            amount_due: number;
            /** @description Why it can not be sent. */
            problem: components["schemas"]["ReminderProblem"] | null;
        };
        /** ComingReminders */
        ComingReminders: {
            /**
             * Format: date
             * @description Tomorrow, in the time zone of the company.
             */
            date: string;
            /** @description The longest overdue first. */
            reminders: components["schemas"]["ComingReminder"][];
            has_more: boolean;
        };
        /** Company */
        Company: {
            /** @description Identifier, `com_…`: what `company_id` takes. */
            id: string;
            name: string;
            /** @description The name in lower case, for addresses. */
            slug: string;
            /** @description ISO 4217 code that new documents get when they name none. */
            currency: string;
            /** @description First part of invoice numbers. */
            invoice_prefix: string;
            /** @description First part of quote numbers. */
            quote_prefix: string;
            logo_url: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** CompanyDetails */
        CompanyDetails: {
            /** @description Identifier, `com_…`: what `company_id` takes. */
            id: string;
            name: string;
            /** @description The name in lower case, for addresses. */
            slug: string;
            /** @description ISO 4217 code that new documents get when they name none. */
            currency: string;
            /** @description First part of invoice numbers. */
            invoice_prefix: string;
            /** @description First part of quote numbers. */
            quote_prefix: string;
            logo_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The name that it is registered under, where it is another one. */
            legal_name: string | null;
            /** @description The street lines; several are allowed. */
            legal_address: string | null;
            /** @description Its VAT number. */
            legal_vat: string | null;
            /** @description How its invoices are paid: bank, account, reference. */
            payment_details: string | null;
            /** @description IANA name like `Europe/Berlin`: when its days begin, for default dates, overdue invoices and expired quotes. */
            time_zone: string;
            /** @description Of its documents and mails. */
            language: components["schemas"]["Language"];
            /** @description Postal code. */
            zipcode: string | null;
            /** @description Town or city. */
            city: string | null;
            /** @description ISO 3166-1 alpha-2 code, like `DE`. */
            country: string | null;
            /** @description The person customers contact. */
            contact_name: string | null;
            /** @description The address customers write to. */
            contact_email: string | null;
            /** @description The number customers call. */
            contact_phone: string | null;
            /** @description In the register of companies. */
            registration_number: string | null;
            /** @description Its number at the tax office, beside the VAT number. */
            tax_number: string | null;
            /** @description Its account: blanks are dropped, the check digits must be right. */
            iban: string | null;
            /** @description The bank of the account, 8 or 11 letters and digits. */
            bic: string | null;
            /** @description The name of the account, where it is another one. */
            account_holder: string | null;
            /** @description Where it receives e-invoices. */
            electronic_address: string | null;
            /** @description The scheme of that address: four digits (Peppol: `0204`, `9930` …) or `EM` for email. */
            electronic_address_scheme: string | null;
            /** @description Percentage that new documents get; null: 0. */
            default_tax_rate: number | null;
            /** @description Days from the issue date to the due date of new invoices; null: 30. */
            default_payment_days: number | null;
            /** @description The rate that new projects get. */
            default_hourly_rate: number | null;
            /** @description The notes that new documents get. */
            default_notes: string | null;
            /** @description The payment terms that new documents get. */
            default_payment_terms: string | null;
            /** @description First part of the numbers of credit notes, another one than that of invoices. Letters without accents, digits, `-` and `_`. */
            credit_note_prefix: string;
            /** @description How its documents look. */
            document_template: components["schemas"]["DocumentTemplate"];
            /** @description Colour of its documents, `#rrggbb`; null: that of the template. */
            accent_color: string | null;
            /** @description At the foot of its documents. */
            footer: string | null;
            /** @description Where its invoices are paid: an address in which `{number}`, `{amount}`, `{currency}` and `{token}` are replaced. */
            payment_link_template: string | null;
            mail_texts: components["schemas"]["MailTexts"];
            /** @description When customers are reminded of invoices that are not paid, by days. Texts may have the placeholders of mails; `{amount}` is what is open. */
            reminders: components["schemas"]["Reminder"][];
            /** @description Whether customers get a mail of thanks when a payment pays an invoice in full. */
            send_thanks: boolean;
            /** @description Whether it is for trying things out: with a clock that `POST /v1/sandbox/advance` moves, and documents that are samples. */
            is_sandbox: boolean;
            /** @description Whether a bank transfer that names exactly one invoice, and is exactly what is due on it, is recorded as its payment when the statement is imported. */
            auto_match: boolean;
            datev: components["schemas"]["Datev"] | null;
            /** @description Whether each module is on. */
            modules: {
                projects: boolean;
            };
        };
        /** ConvertQuote */
        ConvertQuote: {
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            issue_date?: string;
            /**
             * Format: date
             * @description Default: as of a new invoice.
             */
            due_date?: string;
        };
        /** CreateApiKey */
        CreateApiKey: {
            name: string;
            /** @description What it may do. */
            level: components["schemas"]["PermissionLevel"];
            /** @description `all`: every company of the organization, later ones included; else the ids of the companies that it reaches. */
            company_ids: string | string[];
            /** @description What of its level it may do, as `resource:level`: `invoices:read`. A level includes the lower ones. Null: everything that its level allows. */
            scopes?: string[] | null;
            /** @description The addresses and networks (`192.0.2.0/24`) that it may be used from. Null: anywhere. */
            allowed_addresses?: string[] | null;
            /**
             * Format: date-time
             * @description From when on it is refused; in the future. Null: it does not expire.
             */
            expires_at?: string | null;
        };
        /** CreateCreditNote */
        CreateCreditNote: {
            /**
             * @description An issued invoice.
             * @example inv_…
             */
            invoice_id: string;
            /** @description How much of which lines. Default: all that is left. */
            items?: components["schemas"]["CreditedItem"][];
            /** @description Why it is made. Visible to the customer. */
            reason?: string | null;
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            issue_date?: string;
        };
        /** CreateCustomer */
        CreateCustomer: {
            name: string;
            /** @description Where documents go. */
            contact_email?: string | null;
            contact_phone?: string | null;
            country?: string | null;
            city?: string | null;
            /** @description ISO 4217 code. Default: the currency of the company. */
            currency?: string;
            /** @description New customers are active. */
            status?: components["schemas"]["CustomerStatus"];
            legal_name?: string | null;
            legal_address?: string | null;
            legal_vat?: string | null;
            zipcode?: string | null;
            /** @description Not shown to the customer. */
            notes?: string | null;
            language?: components["schemas"]["Language"] | null;
            contact_name?: string | null;
            /** @description Who gets a copy of mails: one address each. */
            cc_emails?: string[] | null;
            /** @description Percentage that new documents get. */
            default_tax_rate?: number | null;
            /** @description That new documents get. With another one than `standard` they have the rate 0. */
            default_tax_category?: components["schemas"]["TaxCategory"] | null;
            /** @description Days from the issue date to the due date. */
            default_payment_days?: number | null;
            /** @description What the customer asks to be named on new documents. */
            buyer_reference?: string | null;
            /** @description Where the customer receives e-invoices. */
            electronic_address?: string | null;
            /** @description Four digits (Peppol: `0204`, `9930` …) or `EM` for email. */
            electronic_address_scheme?: string | null;
            /** @description Its id in another system, unique in the company. */
            external_id?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description True: no reminders of its invoices are sent. Default: false. */
            reminders_paused?: boolean;
        };
        /** CreateInvoice */
        CreateInvoice: {
            /**
             * @description The customer of the document.
             * @example cus_…
             */
            customer_id: string;
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            issue_date?: string;
            /** @description ISO 4217 code. Default: the currency of the company. */
            currency?: string;
            /** @description Visible to the customer. */
            notes?: string | null;
            payment_terms?: string | null;
            /** @description The number of the customer's order. */
            purchase_order?: string | null;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference?: string | null;
            /**
             * Format: date
             * @description First day of what is delivered. Alone it is the last one too.
             */
            service_from?: string | null;
            /**
             * Format: date
             * @description Last day of it. Alone it is the first one too.
             */
            service_to?: string | null;
            /** @description Default: that of the customer, else of the company. */
            language?: components["schemas"]["Language"] | null;
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Percentage: 16 means 16 %. Default: that of the customer, else of the company, else 0. */
            tax_rate?: number;
            /** @description Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons?: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Tax identifier or label. It is kept, not shown in answers. */
            tax_id?: string | null;
            /** @description Default `percentage`. Another type without a value begins with the value 0. */
            discount_type?: components["schemas"]["DiscountType"] | null;
            /** @description Percentage (0–100), or a fixed amount not above a subtotal that is above 0. */
            discount_value?: number | null;
            /** @description The line items; all totals are computed from them. */
            items?: components["schemas"]["CreateLineItem"][];
            /**
             * Format: date
             * @description Default: after issue_date by the days of the customer, else of the company, else 30. It may be before it.
             */
            due_date?: string;
            /** @description True: no reminders of it are sent. Default: false. */
            reminders_paused?: boolean;
        };
        /** CreateLineItem */
        CreateLineItem: {
            /** @description What is sold. */
            name: string;
            description?: string;
            /** @description How many; 1 when absent. A negative quantity makes a credit line. */
            quantity?: number;
            /** @description What the quantity counts: `h`, `piece`. */
            unit?: string;
            /** @description Price of one, before discount and tax. A negative price makes a credit line. */
            unit_price: number;
            /** @description What comes off the line, in per cent. */
            discount_percent?: number | null;
            /** @description Percentage. Default: that of the document, or 0 with a tax_category other than `standard`. */
            tax_rate?: number | null;
            /** @description Default: that of the document, if it may have the rate of the line; else `standard` above 0, `zero` at 0. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
        };
        /** CreatePayment */
        CreatePayment: {
            /** @description Rounded to the digits of the currency; then more than 0, and at most what is due. */
            amount: number;
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            paid_at?: string;
            /** @description `bank transfer`, `card`, … */
            method?: string | null;
            /** @description What the bank statement says. */
            reference?: string | null;
        };
        /** CreateProject */
        CreateProject: {
            title: string;
            description?: string | null;
            /**
             * @description The customer of the project. Billing its time needs one.
             * @example cus_…
             */
            customer_id?: string | null;
            /** @description Ids of members of the organization, each once. */
            assigned_to?: string[] | null;
            /** @description Any status may follow any other; `completed` sets completed_at. */
            status?: components["schemas"]["ProjectStatus"];
            priority?: components["schemas"]["Priority"];
            /** Format: date */
            start_date?: string | null;
            /**
             * Format: date
             * @description It may be before start_date.
             */
            due_date?: string | null;
            billing_type?: components["schemas"]["BillingType"];
            /** @description Budget in hours. */
            budget_hours?: number | null;
            /** @description Budget in the currency of the company. */
            budget_amount?: number | null;
            /** @description Rate of billable time for which neither its entry nor its task has one. */
            hourly_rate?: number | null;
            progress_percentage?: number;
            is_archived?: boolean;
            /** @description Replaces all of it. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** CreateQuote */
        CreateQuote: {
            /**
             * @description The customer of the document.
             * @example cus_…
             */
            customer_id: string;
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            issue_date?: string;
            /** @description ISO 4217 code. Default: the currency of the company. */
            currency?: string;
            /** @description Visible to the customer. */
            notes?: string | null;
            payment_terms?: string | null;
            /** @description The number of the customer's order. */
            purchase_order?: string | null;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference?: string | null;
            /**
             * Format: date
             * @description First day of what is delivered. Alone it is the last one too.
             */
            service_from?: string | null;
            /**
             * Format: date
             * @description Last day of it. Alone it is the first one too.
             */
            service_to?: string | null;
            /** @description Default: that of the customer, else of the company. */
            language?: components["schemas"]["Language"] | null;
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Percentage: 16 means 16 %. Default: that of the customer, else of the company, else 0. */
            tax_rate?: number;
            /** @description Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons?: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Tax identifier or label. It is kept, not shown in answers. */
            tax_id?: string | null;
            /** @description Default `percentage`. Another type without a value begins with the value 0. */
            discount_type?: components["schemas"]["DiscountType"] | null;
            /** @description Percentage (0–100), or a fixed amount not above a subtotal that is above 0. */
            discount_value?: number | null;
            /** @description The line items; all totals are computed from them. */
            items?: components["schemas"]["CreateLineItem"][];
            /**
             * Format: date
             * @description Default: 30 days after issue_date. It may be before it.
             */
            valid_until?: string;
        };
        /** CreateRecurringInvoice */
        CreateRecurringInvoice: {
            /**
             * @description The customer of the invoices.
             * @example cus_…
             */
            customer_id: string;
            frequency: components["schemas"]["Frequency"];
            /** @description Weeks, months, quarters or years between two dates; 1 when absent. */
            interval?: number;
            /**
             * Format: date
             * @description Date of the first invoice; all later dates are counted from it. Default: today in the time zone of the company. In a month without that day, its last day is used. Invoices for dates that have passed are created as well.
             */
            start_date?: string;
            /**
             * Format: date
             * @description No invoice has a later date. Not together with `occurrences`.
             */
            end_date?: string | null;
            /** @description How many invoices are created before it ends. Not together with `end_date`. */
            occurrences?: number | null;
            /** @description Whether each invoice is issued and mailed to the customer when it is created; otherwise it stays a draft. */
            auto_send?: boolean;
            /**
             * @description The project whose time is billed.
             * @example pro_…
             */
            project_id?: string | null;
            /** @description Whether each invoice also bills the time of the project that began before the date of the invoice and has not been invoiced yet. */
            include_unbilled_time?: boolean;
            /**
             * @description `active` when absent.
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description ISO 4217 code. Null: the currency of the company. */
            currency?: string | null;
            /** @description From the date of an invoice to its due date. Null: the days of the customer, else of the company, else 30. */
            payment_days?: number | null;
            /** @description Visible to the customer. */
            notes?: string | null;
            payment_terms?: string | null;
            /** @description The number of the customer's order. */
            purchase_order?: string | null;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference?: string | null;
            /** @description Tax identifier or label. It is kept, not shown in answers. */
            tax_id?: string | null;
            /** @description Default: that of the customer, else of the company. */
            language?: components["schemas"]["Language"] | null;
            /** @description Percentage: 16 means 16 %. Null: that of the customer, else of the company, else 0. */
            tax_rate?: number | null;
            /** @description Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons?: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Default `percentage`. Another type without a value begins with the value 0. */
            discount_type?: components["schemas"]["DiscountType"] | null;
            /** @description Percentage (0–100), or a fixed amount not above a subtotal that is above 0. */
            discount_value?: number | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The line items; all totals are computed from them. */
            items?: components["schemas"]["CreateLineItem"][];
        };
        /** CreateRefund */
        CreateRefund: {
            /** @description Rounded to the digits of the currency; then more than 0, and at most the refund due. */
            amount: number;
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            paid_at?: string;
            /** @description `bank transfer`, `card`, … */
            method?: string | null;
            /** @description What the bank statement says. */
            reference?: string | null;
        };
        /** CreateTask */
        CreateTask: {
            title: string;
            description?: string | null;
            /**
             * @description Id of a member of the organization.
             * @example usr_…
             */
            assigned_to?: string | null;
            /**
             * @description Makes it a subtask of this task of the same project, never of itself or its own subtasks. Above it are at most 1,000 tasks.
             * @example tsk_…
             */
            parent_task_id?: string | null;
            /** @description Tasks of the same project, each once; none may depend on this task, directly or through others. All tasks of a project have at most 5,000 dependencies together. */
            depends_on?: string[] | null;
            /** @description Any status may follow any other; `completed` sets completed_at. */
            status?: components["schemas"]["TaskStatus"];
            priority?: components["schemas"]["Priority"];
            /** @description Budget in hours. */
            estimated_hours?: number | null;
            /** Format: date */
            start_date?: string | null;
            /**
             * Format: date
             * @description It may be before start_date.
             */
            due_date?: string | null;
            /** @description Default of its new time entries. Existing entries keep theirs. */
            is_billable?: boolean;
            /** @description Overrides the project's rate, for time without a rate of its own, past time too. */
            hourly_rate?: number | null;
            /** @description Default on creation: after the last task. */
            position?: number;
            tags?: string[] | null;
            /** @description Replaces all of it. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** CreateTestEvent */
        CreateTestEvent: {
            /** @description The type to store a test event of. */
            type: string;
        };
        /** CreateTimeEntry */
        CreateTimeEntry: {
            /**
             * @description A task of the same project.
             * @example tsk_…
             */
            task_id?: string | null;
            /**
             * @description Whose time it is. Default on creation: the user of the key.
             * @example usr_…
             */
            user_id?: string;
            /**
             * Format: date-time
             * @description Default on creation: now, when neither end_time nor duration_minutes is given.
             */
            start_time?: string;
            /**
             * Format: date-time
             * @description After start_time. On a running entry it stops the timer.
             */
            end_time?: string | null;
            /** @description At least 1. In place of end_time, which is then that long after start_time. */
            duration_minutes?: number;
            description?: string | null;
            /** @description Default on creation: the task's, else true. */
            is_billable?: boolean;
            /** @description Overrides the rates of its task and project. */
            hourly_rate?: number | null;
            /** @description What an hour of it costs. */
            internal_cost_rate?: number | null;
            /** @description Replaces all of it. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** CreateWebhookEndpoint */
        CreateWebhookEndpoint: {
            /** @description An https:// address that can be reached from the internet. */
            url: string;
            description?: string | null;
            /** @description Which events it gets: exact types (`invoice.paid`), all of a resource (`invoice.*`), or all (`*`). */
            enabled_events?: string[];
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /** @description Identifier, `key_…`. */
            id: string;
            name: string;
            /** @description The first characters, by which the key is known in the audit log. */
            key_prefix: string;
            /** @description What it may do. */
            level: components["schemas"]["PermissionLevel"];
            /** @description The companies that it reaches; `all`: every company of the organization, later ones included. */
            company_ids: "all" | string[];
            /** @description The member who made it; null for the command line, and for keys older than this field. */
            created_by: {
                id: string;
                name: string;
            } | null;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description What of its level it may do, as `resource:level`: `invoices:read`. A level includes the lower ones. Null: everything that its level allows. */
            scopes: string[] | null;
            /** @description The addresses and networks (`192.0.2.0/24`) that it may be used from. Null: anywhere. */
            allowed_addresses: string[] | null;
            /**
             * Format: date-time
             * @description From when on it is refused; null: it does not expire.
             */
            expires_at: string | null;
            /** @description The key that it replaces. */
            rotated_from: string | null;
            /** @description The key that replaces it. */
            replaced_by: string | null;
            /** @description The key itself, shown this once. */
            key: string;
        };
        /** CreditNote */
        CreditNote: {
            /** @description Identifier, `cn_…`. */
            id: string;
            /** @description `{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never reused. */
            credit_note_number: string;
            /** @description The invoice that it credits. */
            invoice_id: string;
            invoice_number: string;
            customer_id: string;
            status: components["schemas"]["CreditNoteStatus"];
            /** Format: date */
            issue_date: string;
            /** @description Sum of the line items, before the discount. */
            subtotal: number;
            /** @description How the discount is given; `percentage` without one. */
            discount_type: components["schemas"]["DiscountType"];
            /** @description Percentage, or amount of a fixed discount; 0 without one. */
            discount_value: number;
            /** @description What the discount takes off. */
            discount_amount: number;
            /** @description subtotal − discount_amount: what is taxed. */
            subtotal_after_discount: number;
            /** @description Percentage: 16 means 16 %. */
            tax_rate: number;
            /** @description Tax: the sum over the groups of lines that are taxed alike, rounded once for each. */
            tax_amount: number;
            /** @description subtotal_after_discount + tax_amount. */
            total: number;
            /** @description Why it was made. Visible to the customer. */
            reason: string;
            /** @description Sum of its refunds. */
            amount_refunded: number;
            /** @description What is left to pay back to the customer: of the whole invoice, the same figure as there. */
            refund_due: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The number of the customer's order. */
            purchase_order: string;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference: string;
            /** @description First day of what was delivered. */
            service_from: string | null;
            /** @description Last day of it. */
            service_to: string | null;
            /** @description That it is written in. */
            language: components["schemas"]["Language"];
            /** @description How many versions of its PDF are kept; 0 before it is first read. Reading a PDF changes neither `updated_at` nor the ETag. */
            document_version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["BilledCustomer"];
            /** @description Of the lines that have none; null: `standard` above 0, `zero` at 0. */
            tax_category: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description The tax by category and rate, higher rates first. Null when a figure set by hand makes it not add up to the document. */
            tax_breakdown: components["schemas"]["TaxGroup"][] | null;
            /** @description The secret part of the link to its public page. */
            public_token: string;
            items: components["schemas"]["CreditNoteItem"][];
        };
        /** CreditNoteEvent */
        CreditNoteEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "credit_note.created" | "credit_note.refunded";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "credit_note";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["CreditNote"];
            /** @constant */
            test: false;
        };
        /** CreditNoteItem */
        CreditNoteItem: {
            /** @description Identifier, `di_…`. New whenever the items are replaced. */
            id: string;
            /** @description What is sold. Called `name` in requests. */
            item_name: string;
            description: string;
            quantity: number;
            unit: string;
            unit_price: number;
            /** @description What comes off the line, in per cent; null: nothing. */
            discount_percent: number | null;
            /** @description Percentage; null: that of the document. */
            tax_rate: number | null;
            /** @description Null: that of the document, if it may have the rate of the line. */
            tax_category: components["schemas"]["TaxCategory"] | null;
            /** @description quantity × unit_price × (1 − discount_percent / 100), rounded once, half away from zero, to the digits of the currency. */
            subtotal: number;
            /** @description The same as `subtotal`: it is before the document's discount and tax. */
            total: number;
            /** @description Place in the document, from 0. */
            sort_order: number;
            /** @description The line of the invoice. */
            item_id: string;
        };
        /**
         * CreditNoteStatus
         * @enum {string}
         */
        CreditNoteStatus: "issued";
        /** CreditNoteSummary */
        CreditNoteSummary: {
            /** @description Identifier, `cn_…`. */
            id: string;
            /** @description `{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never reused. */
            credit_note_number: string;
            /** @description The invoice that it credits. */
            invoice_id: string;
            invoice_number: string;
            customer_id: string;
            status: components["schemas"]["CreditNoteStatus"];
            /** Format: date */
            issue_date: string;
            /** @description Sum of the line items, before the discount. */
            subtotal: number;
            /** @description How the discount is given; `percentage` without one. */
            discount_type: components["schemas"]["DiscountType"];
            /** @description Percentage, or amount of a fixed discount; 0 without one. */
            discount_value: number;
            /** @description What the discount takes off. */
            discount_amount: number;
            /** @description subtotal − discount_amount: what is taxed. */
            subtotal_after_discount: number;
            /** @description Percentage: 16 means 16 %. */
            tax_rate: number;
            /** @description Tax: the sum over the groups of lines that are taxed alike, rounded once for each. */
            tax_amount: number;
            /** @description subtotal_after_discount + tax_amount. */
            total: number;
            /** @description Why it was made. Visible to the customer. */
            reason: string;
            /** @description Sum of its refunds. */
            amount_refunded: number;
            /** @description What is left to pay back to the customer: of the whole invoice, the same figure as there. */
            refund_due: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The number of the customer's order. */
            purchase_order: string;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference: string;
            /** @description First day of what was delivered. */
            service_from: string | null;
            /** @description Last day of it. */
            service_to: string | null;
            /** @description That it is written in. */
            language: components["schemas"]["Language"];
            /** @description How many versions of its PDF are kept; 0 before it is first read. Reading a PDF changes neither `updated_at` nor the ETag. */
            document_version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["DocumentCustomer"];
        };
        /** CreditedItem */
        CreditedItem: {
            /**
             * @description A line of the invoice.
             * @example di_…
             */
            item_id: string;
            /** @description How much of it, with the sign of its quantity. */
            quantity: number;
        };
        /** CurrencyFigures */
        CurrencyFigures: {
            currency: string;
            /** @description Σ amount_due of sent, viewed, partial and overdue invoices. */
            outstanding: number;
            /** @description The part that was due before today. */
            overdue: number;
            /** @description The same by how long it has been due: up to 30 days, up to 60, up to 90, and longer. */
            overdue_by_age: number[];
            /** @description Σ payments less refunds by the month of `paid_at`: the last 12, the oldest first. */
            paid_by_month: {
                /** @description YYYY-MM */
                month: string;
                amount: number;
            }[];
        };
        /** CurrencyStatement */
        CurrencyStatement: {
            currency: string;
            /** @description What was open before `from`; below 0: in favour of the customer. */
            opening_balance: number;
            /** @description By date. */
            entries: components["schemas"]["StatementEntry"][];
            /** @description What is open at the end of `to`. */
            closing_balance: number;
        };
        /** CursorPagination */
        CursorPagination: {
            limit: number;
            /** @description Whether there are more in the direction asked. */
            has_more: boolean;
            /** @description What to ask with next, in the same direction; null when there is no more. */
            next_cursor: string | null;
        };
        /** Customer */
        Customer: {
            /** @description Identifier, `cus_…`. */
            id: string;
            name: string;
            /** @description The name in lower case, unique in the company. */
            slug: string;
            contact_email: string;
            contact_phone: string;
            country: string;
            city: string;
            /** @description ISO 4217 code that the customer prefers. */
            currency: string;
            status: components["schemas"]["CustomerStatus"];
            legal_name: string;
            legal_address: string;
            legal_vat: string;
            zipcode: string;
            /** @description Of documents and mails for the customer; null: that of the company. */
            language: components["schemas"]["Language"] | null;
            contact_name: string;
            /** @description Who gets a copy of mails. */
            cc_emails: string[];
            /** @description Percentage that new documents get; null: that of the company. */
            default_tax_rate: number | null;
            /** @description That new documents get, where it may have their rate; null: none. */
            default_tax_category: components["schemas"]["TaxCategory"] | null;
            /** @description Days from the issue date to the due date of new invoices; null: those of the company. */
            default_payment_days: number | null;
            /** @description What the customer asks to be named on new documents. */
            buyer_reference: string;
            /** @description Where the customer receives e-invoices. */
            electronic_address: string;
            /** @description The scheme of that address. */
            electronic_address_scheme: string;
            /** @description Its id in another system, unique in the company. */
            external_id: string | null;
            /** @description Whether no reminders of its invoices are sent. */
            reminders_paused: boolean;
            notes: string;
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** CustomerAgeing */
        CustomerAgeing: {
            /** Format: date */
            today: string;
            /** @description Σ amount_due of open invoices, for each currency in which something is due. */
            ages: components["schemas"]["CustomerAges"][];
        };
        /** CustomerAges */
        CustomerAges: {
            currency: string;
            /** @description Not due yet, or due today. */
            current: number;
            days_1_30: number;
            days_31_60: number;
            days_61_90: number;
            days_over_90: number;
            total: number;
        };
        /** CustomerEvent */
        CustomerEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "customer.created" | "customer.updated" | "customer.deleted";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "customer";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["Customer"];
            /** @constant */
            test: false;
        };
        /**
         * CustomerStatus
         * @enum {string}
         */
        CustomerStatus: "active" | "inactive";
        /** CustomerSummary */
        CustomerSummary: {
            /** @description Identifier, `cus_…`. */
            id: string;
            name: string;
            /** @description The name in lower case, unique in the company. */
            slug: string;
            contact_email: string;
            contact_phone: string;
            country: string;
            city: string;
            /** @description ISO 4217 code that the customer prefers. */
            currency: string;
            status: components["schemas"]["CustomerStatus"];
            legal_name: string;
            legal_address: string;
            legal_vat: string;
            zipcode: string;
            /** @description Of documents and mails for the customer; null: that of the company. */
            language: components["schemas"]["Language"] | null;
            contact_name: string;
            /** @description Who gets a copy of mails. */
            cc_emails: string[];
            /** @description Percentage that new documents get; null: that of the company. */
            default_tax_rate: number | null;
            /** @description That new documents get, where it may have their rate; null: none. */
            default_tax_category: components["schemas"]["TaxCategory"] | null;
            /** @description Days from the issue date to the due date of new invoices; null: those of the company. */
            default_payment_days: number | null;
            /** @description What the customer asks to be named on new documents. */
            buyer_reference: string;
            /** @description Where the customer receives e-invoices. */
            electronic_address: string;
            /** @description The scheme of that address. */
            electronic_address_scheme: string;
            /** @description Its id in another system, unique in the company. */
            external_id: string | null;
            /** @description Whether no reminders of its invoices are sent. */
            reminders_paused: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** Datev */
        Datev: {
            /** @description Beraternummer. */
            consultant_number: number;
            /** @description Mandantennummer. */
            client_number: number;
            /** @description The chart of accounts (Kontenrahmen). */
            chart: components["schemas"]["DatevChart"];
            /** @description The month in which the fiscal year begins. */
            fiscal_year_begins: number;
            /** @description Digits of general ledger accounts; personal accounts have one more. */
            account_length: number;
            /** @description Where payments come in; null: 1200 in SKR03, 1800 in SKR04. */
            bank_account: string | null;
            /** @description The personal account of customers whose `external_id` is none (a number with one digit more than `account_length`); null: the first one, 10000. */
            debtor_account: string | null;
            /** @description The accounts of revenue by category and rate; what is not here has the usual account of the chart, if there is one. */
            revenue_accounts: {
                tax_category: components["schemas"]["TaxCategory"];
                tax_rate: number;
                /** @description The account of this revenue. */
                account: string;
            }[];
        };
        /**
         * DatevChart
         * @enum {string}
         */
        DatevChart: "skr03" | "skr04";
        /** DecisionEvidence */
        DecisionEvidence: {
            /** Format: date-time */
            decided_at: string;
            /** @description As typed by the person who accepted it; null when it was declined. */
            name: string | null;
            /** @description Why it was declined; null when it was accepted. */
            reason: string | null;
            /** @description SHA-256 of the PDF that was shown. */
            document_sha256: string;
            /** @enum {string} */
            status: "approved" | "rejected";
            /** @description The version of the PDF that was shown. */
            document_version: number;
            /** @description The client's address. */
            ip_address: string;
            /** @description What the browser called itself, up to 512 characters. */
            user_agent: string | null;
        };
        /** Deleted */
        Deleted: {
            /** @constant */
            deleted: true;
        };
        /**
         * DeliveryStatus
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "failed" | "cancelled";
        /**
         * DisabledReason
         * @enum {string}
         */
        DisabledReason: "manual" | "gone" | "failing";
        /**
         * DiscountType
         * @enum {string}
         */
        DiscountType: "percentage" | "fixed";
        /** DocumentCustomer */
        DocumentCustomer: {
            id: string;
            name: string;
            contact_email: string;
        };
        /**
         * DocumentTemplate
         * @enum {string}
         */
        DocumentTemplate: "modern" | "classic" | "din5008";
        /**
         * EInvoiceFormat
         * @enum {string}
         */
        EInvoiceFormat: "ubl" | "cii" | "xrechnung-ubl" | "xrechnung-cii" | "peppol" | "facturx";
        /** EInvoiceInspection */
        EInvoiceInspection: {
            format: components["schemas"]["EInvoiceFormat"];
            /** @description Whether no fatal rule is broken. */
            valid: boolean;
            /** @description Fatal ones first. */
            problems: components["schemas"]["EInvoiceProblem"][];
            document: components["schemas"]["ReceivedDocument"];
        };
        /** EInvoiceProblem */
        EInvoiceProblem: {
            /** @description The rule that is broken, as the official rules call it: `BR-DE-15`. */
            code: string;
            /**
             * @description A file with a fatal problem is refused.
             * @enum {string}
             */
            severity: "fatal" | "warning";
            /**
             * @description Whose data has to be corrected.
             * @enum {string}
             */
            object: "invoice" | "customer" | "company";
            /** @description The field to correct, such as `buyer_reference` or `items[2].unit`. */
            param: string | null;
            message: string;
        };
        /** EInvoiceVerdict */
        EInvoiceVerdict: {
            /** @description Whether no fatal rule is broken. */
            valid: boolean;
            /** @description Fatal ones first. */
            problems: components["schemas"]["EInvoiceProblem"][];
        };
        /** EInvoiceVerdicts */
        EInvoiceVerdicts: {
            formats: {
                ubl: components["schemas"]["EInvoiceVerdict"];
                cii: components["schemas"]["EInvoiceVerdict"];
                "xrechnung-ubl": components["schemas"]["EInvoiceVerdict"];
                "xrechnung-cii": components["schemas"]["EInvoiceVerdict"];
                peppol: components["schemas"]["EInvoiceVerdict"];
                facturx: components["schemas"]["EInvoiceVerdict"];
            };
        };
        /**
         * EInvoiceXmlFormat
         * @enum {string}
         */
        EInvoiceXmlFormat: "ubl" | "cii" | "xrechnung-ubl" | "xrechnung-cii" | "peppol";
        /** Email */
        Email: {
            /** @description Identifier, `eml_…`. */
            id: string;
            kind: components["schemas"]["EmailKind"];
            /** @description `queued`: waits for its next attempt; `sent`: the mail server took it; `failed`: the server refused it permanently, or it could not be delivered within two days; `cancelled`: a reminder or thanks that was not sent, because it was not wanted any more: the invoice was paid meanwhile. */
            status: components["schemas"]["EmailStatus"];
            resource_type: components["schemas"]["EmailResourceType"];
            /** @description What it is about. */
            resource_id: string;
            to: string[];
            cc: string[];
            subject: string;
            /** @description Attempts that have ended. */
            attempts: number;
            /** @description Why the last attempt did not succeed: the reply of the mail server, if there was one. Of a cancelled email: why. */
            last_error: string | null;
            /** @description Recipients that the mail server refused while it took others. */
            refused: components["schemas"]["RefusedRecipient"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            sent_at: string | null;
        };
        /** EmailAttachment */
        EmailAttachment: {
            filename: string;
        };
        /**
         * EmailAttachmentForm
         * @enum {string}
         */
        EmailAttachmentForm: "pdf" | "xml";
        /** EmailEvent */
        EmailEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "email.sent" | "email.failed";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "email";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["Email"];
            /** @constant */
            test: false;
        };
        /**
         * EmailKind
         * @enum {string}
         */
        EmailKind: "invoice" | "quote" | "credit_note" | "reminder" | "thanks" | "statement";
        /** EmailPreview */
        EmailPreview: {
            /** @description The address that it comes from; null: no mail server is configured. */
            from: string | null;
            from_name: string;
            reply_to: string | null;
            to: string[];
            cc: string[];
            subject: string;
            /** @description The message with its placeholders replaced. */
            message: string;
            /** @description The whole text part. */
            text: string;
            /** @description The whole HTML part. */
            html: string;
            attachments: components["schemas"]["EmailAttachment"][];
        };
        /**
         * EmailResourceType
         * @enum {string}
         */
        EmailResourceType: "invoice" | "quote" | "credit_note" | "customer";
        /**
         * EmailStatus
         * @enum {string}
         */
        EmailStatus: "queued" | "sent" | "failed" | "cancelled";
        /** Error */
        Error: {
            /** @description A sentence for a person. */
            error: string;
            /** @description For a program. */
            code: string;
            /** @description The field at fault, like `items[0].quantity`. */
            param?: string;
            /** @description All faults, when there are several; the first is also at the top. */
            errors?: {
                /** @description A sentence for a person. */
                error: string;
                /** @description For a program. */
                code: string;
                /** @description The field at fault, like `items[0].quantity`. */
                param?: string;
            }[];
        };
        /**
         * Event
         * @description A stored event; `resource_type` tells the kind, and so the shape of `data`.
         */
        Event: components["schemas"]["CustomerEvent"] | components["schemas"]["InvoiceEvent"] | components["schemas"]["PaymentEvent"] | components["schemas"]["QuoteEvent"] | components["schemas"]["CreditNoteEvent"] | components["schemas"]["RecurringInvoiceEvent"] | components["schemas"]["ProjectEvent"] | components["schemas"]["TaskEvent"] | components["schemas"]["TimeEntryEvent"] | components["schemas"]["WebhookEndpointEvent"] | components["schemas"]["EmailEvent"] | components["schemas"]["TestEvent"];
        /** EventType */
        EventType: {
            type: string;
            label: string;
            description: string;
            /** @description The optional module that owns it; null for the core. */
            module: string | null;
            triggers_automations: boolean;
            /** @description A whole, valid `data`. */
            example: {
                [key: string]: unknown;
            };
        };
        /**
         * ExportFormat
         * @enum {string}
         */
        ExportFormat: "csv" | "jsonl";
        /**
         * Frequency
         * @enum {string}
         */
        Frequency: "weekly" | "monthly" | "quarterly" | "yearly";
        /** GivenDatev */
        GivenDatev: {
            /** @description Beraternummer. */
            consultant_number: number;
            /** @description Mandantennummer. */
            client_number: number;
            /** @description The chart of accounts (Kontenrahmen). */
            chart?: components["schemas"]["DatevChart"];
            /** @description The month in which the fiscal year begins. */
            fiscal_year_begins?: number;
            /** @description Digits of general ledger accounts; personal accounts have one more. */
            account_length?: number;
            /** @description Where payments come in; null: 1200 in SKR03, 1800 in SKR04. */
            bank_account?: string | null;
            /** @description The personal account of customers whose `external_id` is none (a number with one digit more than `account_length`); null: the first one, 10000. */
            debtor_account?: string | null;
            /** @description The accounts of revenue by category and rate; what is not here has the usual account of the chart, if there is one. */
            revenue_accounts?: {
                tax_category: components["schemas"]["TaxCategory"];
                tax_rate: number;
                /** @description The account of this revenue. */
                account: string;
            }[];
        };
        /** ImportBankStatement */
        ImportBankStatement: {
            format: components["schemas"]["BankStatementFormat"];
            /** @description The text of the file. */
            content: string;
            mapping?: components["schemas"]["BankCsvMapping"];
        };
        /** ImportedBankStatement */
        ImportedBankStatement: {
            /** @description Transactions that are new. */
            added: number;
            /** @description Transactions that were there already. */
            duplicates: number;
            /** @description The new ones, in the order of the file. Above 200 of them only lists have suggestions. */
            transactions: components["schemas"]["BankTransaction"][];
        };
        /** Invoice */
        Invoice: {
            /** @description Identifier, `inv_…`. */
            id: string;
            /** @description `{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never reused. */
            invoice_number: string;
            customer_id: string;
            status: components["schemas"]["InvoiceStatus"];
            /** Format: date */
            issue_date: string;
            /** Format: date */
            due_date: string;
            /** @description Sum of the line items, before the discount. */
            subtotal: number;
            /** @description How the discount is given; `percentage` without one. */
            discount_type: components["schemas"]["DiscountType"];
            /** @description Percentage, or amount of a fixed discount; 0 without one. */
            discount_value: number;
            /** @description What the discount takes off. */
            discount_amount: number;
            /** @description subtotal − discount_amount: what is taxed. */
            subtotal_after_discount: number;
            /** @description Percentage: 16 means 16 %. */
            tax_rate: number;
            /** @description Tax: the sum over the groups of lines that are taxed alike, rounded once for each. */
            tax_amount: number;
            /** @description subtotal_after_discount + tax_amount. */
            total: number;
            /** @description Sum of the payments. */
            amount_paid: number;
            /** @description Sum of the totals of its credit notes. */
            amount_credited: number;
            /** @description total − amount_paid − amount_credited, never below 0; 0 when cancelled. */
            amount_due: number;
            /** @description What was paid beyond: amount_paid + amount_credited − total − what was refunded, never below 0. */
            refund_due: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Visible to the customer. */
            notes: string;
            payment_terms: string;
            /** @description The number of the customer's order. */
            purchase_order: string;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference: string;
            /** @description First day of what was delivered. */
            service_from: string | null;
            /** @description Last day of it. */
            service_to: string | null;
            /** @description That it is written in. */
            language: components["schemas"]["Language"];
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id: string | null;
            /** @description How many versions of its PDF are kept; 0 before it is first read. Reading a PDF changes neither `updated_at` nor the ETag. */
            document_version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["BilledCustomer"];
            /** @description Whether no reminders of it are sent. */
            reminders_paused: boolean;
            /** @description The recurring invoice that made it; null for any other. */
            recurring_invoice_id: string | null;
            /** @description Of the lines that have none; null: `standard` above 0, `zero` at 0. */
            tax_category: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description The tax by category and rate, higher rates first. Null when a figure set by hand makes it not add up to the document. */
            tax_breakdown: components["schemas"]["TaxGroup"][] | null;
            metadata: {
                [key: string]: unknown;
            };
            /** @description The secret part of the link to its public page. */
            public_token: string;
            items: components["schemas"]["LineItem"][];
        };
        /** InvoiceEvent */
        InvoiceEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.sent" | "invoice.viewed" | "invoice.overdue" | "invoice.cancelled" | "invoice.paid" | "invoice.partially_paid" | "invoice.reminded";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "invoice";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["Invoice"];
            /** @constant */
            test: false;
        };
        /** InvoiceProject */
        InvoiceProject: {
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            issue_date?: string;
            /**
             * Format: date
             * @description Default: 30 days after issue_date.
             */
            due_date?: string;
            /** @description Visible to the customer. */
            notes?: string | null;
            payment_terms?: string | null;
            /** @description The number of the customer's order. */
            purchase_order?: string | null;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference?: string | null;
            /** @description Percentage: 16 means 16 %. Default: that of the customer, else of the company, else 0. */
            tax_rate?: number;
            /** @description Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons?: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Tax identifier or label. It is kept, not shown in answers. */
            tax_id?: string | null;
        };
        /** InvoiceReminder */
        InvoiceReminder: {
            /** @description From the due date. */
            days: number;
            /**
             * Format: date
             * @description The day of the step.
             */
            date: string;
            /** @description `sent`: its email was queued; `skipped`: a later one was due before it could be sent; `waiting`: it can not be sent, and is tried again; `planned`: its day comes. */
            state: components["schemas"]["ReminderState"];
            reason: components["schemas"]["ReminderWaitingReason"] | null;
            email_id: string | null;
            /** @description The status of the email; null: none, or too many are newer. */
            email_status: string | null;
            /** @description What was open then, or is open now. */
            amount_due: number;
            /** Format: date-time */
            recorded_at: string | null;
        };
        /** InvoiceReminders */
        InvoiceReminders: {
            /** @description What stops reminders. */
            paused_by: components["schemas"]["ReminderPausedBy"] | null;
            /** @description By their days. Planned ones are those of an invoice on which money is due. */
            reminders: components["schemas"]["InvoiceReminder"][];
        };
        /**
         * InvoiceStatus
         * @enum {string}
         */
        InvoiceStatus: "draft" | "sent" | "viewed" | "in_review" | "partial" | "paid" | "overdue" | "cancelled";
        /**
         * InvoiceStatusFilter
         * @enum {string}
         */
        InvoiceStatusFilter: "draft" | "sent" | "viewed" | "partial" | "paid" | "overdue" | "cancelled";
        /** InvoiceSummary */
        InvoiceSummary: {
            /** @description Identifier, `inv_…`. */
            id: string;
            /** @description `{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never reused. */
            invoice_number: string;
            customer_id: string;
            status: components["schemas"]["InvoiceStatus"];
            /** Format: date */
            issue_date: string;
            /** Format: date */
            due_date: string;
            /** @description Sum of the line items, before the discount. */
            subtotal: number;
            /** @description How the discount is given; `percentage` without one. */
            discount_type: components["schemas"]["DiscountType"];
            /** @description Percentage, or amount of a fixed discount; 0 without one. */
            discount_value: number;
            /** @description What the discount takes off. */
            discount_amount: number;
            /** @description subtotal − discount_amount: what is taxed. */
            subtotal_after_discount: number;
            /** @description Percentage: 16 means 16 %. */
            tax_rate: number;
            /** @description Tax: the sum over the groups of lines that are taxed alike, rounded once for each. */
            tax_amount: number;
            /** @description subtotal_after_discount + tax_amount. */
            total: number;
            /** @description Sum of the payments. */
            amount_paid: number;
            /** @description Sum of the totals of its credit notes. */
            amount_credited: number;
            /** @description total − amount_paid − amount_credited, never below 0; 0 when cancelled. */
            amount_due: number;
            /** @description What was paid beyond: amount_paid + amount_credited − total − what was refunded, never below 0. */
            refund_due: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Visible to the customer. */
            notes: string;
            payment_terms: string;
            /** @description The number of the customer's order. */
            purchase_order: string;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference: string;
            /** @description First day of what was delivered. */
            service_from: string | null;
            /** @description Last day of it. */
            service_to: string | null;
            /** @description That it is written in. */
            language: components["schemas"]["Language"];
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id: string | null;
            /** @description How many versions of its PDF are kept; 0 before it is first read. Reading a PDF changes neither `updated_at` nor the ETag. */
            document_version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["DocumentCustomer"];
            /** @description Whether no reminders of it are sent. */
            reminders_paused: boolean;
            /** @description The recurring invoice that made it; null for any other. */
            recurring_invoice_id: string | null;
        };
        /** Job */
        Job: {
            id: string;
            /** @description Null for what belongs to the installation as a whole. */
            company_id: string | null;
            kind: string;
            state: components["schemas"]["JobState"];
            /** @description Runs that were started since it was made or retried; for recurring work, since it last succeeded. */
            attempts: number;
            /** @description When it runs next; null while it runs and after it ended. */
            due_at: string | null;
            /** @description Why the last run failed, shortened and without secrets. */
            last_error: string | null;
            /** @description The result of the last run, as JSON. */
            result: string | null;
            created_at: string;
            started_at: string | null;
            /** @description When it was done or failed; of work that recurs, when it last succeeded. */
            finished_at: string | null;
        };
        /**
         * JobState
         * @enum {string}
         */
        JobState: "pending" | "running" | "done" | "failed";
        /**
         * Language
         * @enum {string}
         */
        Language: "en" | "de" | "fr" | "es" | "pt" | "it" | "nl" | "pl" | "sv" | "ja" | "ar";
        /** LineItem */
        LineItem: {
            /** @description Identifier, `di_…`. New whenever the items are replaced. */
            id: string;
            /** @description What is sold. Called `name` in requests. */
            item_name: string;
            description: string;
            quantity: number;
            unit: string;
            unit_price: number;
            /** @description What comes off the line, in per cent; null: nothing. */
            discount_percent: number | null;
            /** @description Percentage; null: that of the document. */
            tax_rate: number | null;
            /** @description Null: that of the document, if it may have the rate of the line. */
            tax_category: components["schemas"]["TaxCategory"] | null;
            /** @description quantity × unit_price × (1 − discount_percent / 100), rounded once, half away from zero, to the digits of the currency. */
            subtotal: number;
            /** @description The same as `subtotal`: it is before the document's discount and tax. */
            total: number;
            /** @description Place in the document, from 0. */
            sort_order: number;
        };
        /**
         * MailText
         * @description Both may have `{number}`, `{amount}`, `{due_date}`, `{customer}`, `{company}` and `{link}`; of a statement `{period}`, `{amount}`, `{customer}` and `{company}`.
         */
        MailText: {
            /** @description One line. */
            subject: string;
            /** @description Plain text. An empty line begins a paragraph. */
            message: string;
        };
        /**
         * MailTexts
         * @description The subject and message of its mails, by kind; null: the words of the language.
         */
        MailTexts: {
            invoice: components["schemas"]["MailText"] | null;
            quote: components["schemas"]["MailText"] | null;
            credit_note: components["schemas"]["MailText"] | null;
            reminder: components["schemas"]["MailText"] | null;
            thanks: components["schemas"]["MailText"] | null;
            statement: components["schemas"]["MailText"] | null;
        };
        /** MatchBankTransaction */
        MatchBankTransaction: {
            /**
             * @description The invoice that the money is for.
             * @example inv_…
             */
            invoice_id?: string;
            /**
             * @description Of a debit: the credit note whose refund it is.
             * @example cn_…
             */
            credit_note_id?: string;
            /**
             * @description Of a debit: the transfer that it returns. The payments of that are undone, and both are ignored.
             * @example btx_…
             */
            returned_transaction_id?: string;
            /** @description Default: what is left of the transaction, but no more than is due. */
            amount?: number;
            difference?: components["schemas"]["AcceptedDifference"];
        };
        /** Member */
        Member: {
            /** @description Identifier, `usr_…`. */
            id: string;
            name: string;
            /** @description Address with which the member signs in. */
            email: string;
            /** @description `owner` and `admin` may do everything (only owners change owners), `member` reads and writes, `read_only` reads. */
            role: components["schemas"]["Role"];
            /** @description Whether the member can sign in: after using a link or single sign-on. */
            has_password: boolean;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * Module
         * @enum {string}
         */
        Module: "projects";
        /** MoveTask */
        MoveTask: {
            /** @description Any status may follow any other; `completed` sets completed_at. */
            status?: components["schemas"]["TaskStatus"];
            /**
             * @description Puts it right after this task of the same project, and into its status.
             * @example tsk_…
             */
            after_task_id?: string;
            /**
             * @description Puts it right before this task of the same project, and into its status.
             * @example tsk_…
             */
            before_task_id?: string;
        };
        /** Overview */
        Overview: {
            /**
             * Format: date
             * @description The day that all figures are for, in the time zone of the company.
             */
            today: string;
            /** @description The company's own currency, and every other one in which money is due or was paid. They are never added up. */
            currencies: components["schemas"]["CurrencyFigures"][];
            /** @description Invoices that are drafts. */
            drafts: {
                count: number;
                /** @description Σ total, the company's own currency first. */
                amounts: {
                    currency: string;
                    amount: number;
                }[];
            };
            /** @description Quotes that are sent or viewed. */
            quotes_waiting: {
                count: number;
                /** @description Σ total, the company's own currency first. */
                amounts: {
                    currency: string;
                    amount: number;
                }[];
            };
            /** @description Stopped billable time on no invoice, of archived projects too; nothing while the module `projects` is off. */
            unbilled: {
                minutes: number;
                /** @description At the entries', else their tasks', else their projects' rates; rounded once. */
                amount: number;
                /** @description That of the company. */
                currency: string;
                /** @description How much of it has no rate. */
                minutes_without_rate: number;
            };
            /** @description The longest first. */
            longest_overdue: components["schemas"]["InvoiceSummary"][];
            /** @description Projects with more hours or revenue than their budget, but for archived, completed and cancelled ones; none while the module `projects` is off. */
            projects_over_budget: {
                total: number;
                /** @description The highest percentage of the budget first. */
                projects: components["schemas"]["ProjectOverBudget"][];
            };
        };
        /** OwnSession */
        OwnSession: {
            id: string;
            /** @description Whether it is the session of this request. */
            is_current: boolean;
            /** @description Where it was signed in from. */
            ip_address: string | null;
            /** @description The user agent of the browser. */
            user_agent: string | null;
            /**
             * Format: date-time
             * @description When it was signed in.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last used, to the hour.
             */
            last_seen_at: string;
        };
        /** Pagination */
        Pagination: {
            /** @description Objects that match, on all pages. */
            total: number;
            limit: number;
            /** @description Objects before the page. Absent at a cursor. */
            offset?: number;
            /** @description Whether there are more in the direction asked. Only present at a cursor. */
            has_more?: boolean;
            /** @description What to ask with next, in the same direction; null when there is no more. Only present at a cursor. */
            next_cursor?: string | null;
        };
        /** Passkey */
        Passkey: {
            id: string;
            name: string;
            /** @description Whether it is synced across several devices. Otherwise it exists on one device only. */
            is_synced: boolean;
            /** Format: date-time */
            created_at: string | null;
        };
        /** Payment */
        Payment: {
            /** @description Identifier, `pay_…`. */
            id: string;
            invoice_id: string;
            /** @description In the invoice's currency. */
            amount: number;
            currency: string;
            /**
             * Format: date
             * @description The day the money came in.
             */
            paid_at: string;
            method: string;
            reference: string;
            /** @description Whether setting the status to `paid` recorded it; such a payment is undone when the status leaves `paid`. */
            is_from_status: boolean;
            /** Format: date-time */
            created_at: string;
        };
        /** PaymentEvent */
        PaymentEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "payment.received" | "payment.reversed";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "payment";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["Payment"];
            /** @constant */
            test: false;
        };
        /** PaymentOfCompany */
        PaymentOfCompany: {
            /** @description Identifier, `pay_…`. */
            id: string;
            invoice_id: string;
            /** @description In the invoice's currency. */
            amount: number;
            currency: string;
            /**
             * Format: date
             * @description The day the money came in.
             */
            paid_at: string;
            method: string;
            reference: string;
            /** @description Whether setting the status to `paid` recorded it; such a payment is undone when the status leaves `paid`. */
            is_from_status: boolean;
            /** Format: date-time */
            created_at: string;
            invoice_number: string;
            customer_id: string;
            customer_name: string;
        };
        /**
         * PdfFormat
         * @enum {string}
         */
        PdfFormat: "pdf" | "facturx";
        /**
         * PermissionLevel
         * @enum {string}
         */
        PermissionLevel: "read" | "write" | "admin";
        /**
         * Priority
         * @enum {string}
         */
        Priority: "low" | "medium" | "high" | "urgent";
        /** Project */
        Project: {
            /** @description Identifier, `pro_…`. */
            id: string;
            /** @description `PRO-{YEAR}-{COUNTER}`, by the year of creation, never reused. */
            public_id: string;
            company_id: string;
            /** @description The customer who is billed. */
            customer_id: string | null;
            title: string;
            description: string;
            status: components["schemas"]["ProjectStatus"];
            priority: components["schemas"]["Priority"];
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            due_date: string | null;
            billing_type: components["schemas"]["BillingType"];
            /** @description Budget in hours. */
            budget_hours: number | null;
            /** @description Budget in the currency of the company. */
            budget_amount: number | null;
            /** @description Rate of billable time for which neither its entry nor its task has one. */
            hourly_rate: number | null;
            /** @description As it was set, 0 to 100. */
            progress_percentage: number;
            is_archived: boolean;
            /** @description The customer's name as it is now; empty without one. */
            customer_name: string;
            /** @description Σ minutes of the time entries / 60. A running entry counts 0 until it stops. */
            total_hours: number;
            /** @description Σ over billable time of hours × rate: the entry's, else its task's, else the project's. */
            total_revenue: number;
            /** @description Σ hours × internal_cost_rate. */
            total_cost: number;
            /** @description total_revenue − total_cost. */
            profit: number;
            tasks_count: number;
            completed_tasks: number;
            /** @description User ids. */
            assigned_to: string[];
            /** @description User id. */
            created_by: string;
            /**
             * Format: date-time
             * @description When its status became `completed`; null in any other.
             */
            completed_at: string | null;
            /** @description Whatever the client keeps here. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description A secret of this project that no one can guess. */
            public_token: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When one of its own fields was changed last.
             */
            updated_at: string;
        };
        /** ProjectEvent */
        ProjectEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "project.created" | "project.updated" | "project.completed" | "project.deleted";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "project";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["Project"];
            /** @constant */
            test: false;
        };
        /** ProjectName */
        ProjectName: {
            id: string;
            title: string;
            public_id: string;
        };
        /** ProjectOverBudget */
        ProjectOverBudget: {
            id: string;
            public_id: string;
            title: string;
            total_hours: number;
            budget_hours: number | null;
            total_revenue: number;
            budget_amount: number | null;
        };
        /**
         * ProjectStatus
         * @enum {string}
         */
        ProjectStatus: "draft" | "in_progress" | "on_hold" | "review" | "completed" | "cancelled";
        /** Quote */
        Quote: {
            /** @description Identifier, `quo_…`. */
            id: string;
            /** @description `{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never reused. */
            quote_number: string;
            customer_id: string;
            status: components["schemas"]["QuoteStatus"];
            /** Format: date */
            issue_date: string;
            /** Format: date */
            valid_until: string;
            /** @description Sum of the line items, before the discount. */
            subtotal: number;
            /** @description How the discount is given; `percentage` without one. */
            discount_type: components["schemas"]["DiscountType"];
            /** @description Percentage, or amount of a fixed discount; 0 without one. */
            discount_value: number;
            /** @description What the discount takes off. */
            discount_amount: number;
            /** @description subtotal − discount_amount: what is taxed. */
            subtotal_after_discount: number;
            /** @description Percentage: 16 means 16 %. */
            tax_rate: number;
            /** @description Tax: the sum over the groups of lines that are taxed alike, rounded once for each. */
            tax_amount: number;
            /** @description subtotal_after_discount + tax_amount. */
            total: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Visible to the customer. */
            notes: string;
            payment_terms: string;
            /** @description The number of the customer's order. */
            purchase_order: string;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference: string;
            /** @description First day of what was delivered. */
            service_from: string | null;
            /** @description Last day of it. */
            service_to: string | null;
            /** @description That it is written in. */
            language: components["schemas"]["Language"];
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id: string | null;
            /** @description How many versions of its PDF are kept; 0 before it is first read. Reading a PDF changes neither `updated_at` nor the ETag. */
            document_version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["BilledCustomer"];
            /** @description Of the lines that have none; null: `standard` above 0, `zero` at 0. */
            tax_category: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description The tax by category and rate, higher rates first. Null when a figure set by hand makes it not add up to the document. */
            tax_breakdown: components["schemas"]["TaxGroup"][] | null;
            metadata: {
                [key: string]: unknown;
            };
            /** @description The secret part of the link to its public page. */
            public_token: string;
            /** @description The invoice that it was converted to. */
            invoice_id: string | null;
            decision: components["schemas"]["QuoteDecision"] | null;
            items: components["schemas"]["LineItem"][];
        };
        /**
         * QuoteDecision
         * @description What the customer decided on the public page; null without a decision, or once the quote was opened again.
         */
        QuoteDecision: {
            /** Format: date-time */
            decided_at: string;
            /** @description As typed by the person who accepted it; null when it was declined. */
            name: string | null;
            /** @description Why it was declined; null when it was accepted. */
            reason: string | null;
            /** @description SHA-256 of the PDF that was shown. */
            document_sha256: string;
        };
        /** QuoteEvent */
        QuoteEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "quote.created" | "quote.updated" | "quote.deleted" | "quote.sent" | "quote.viewed" | "quote.approved" | "quote.rejected" | "quote.expired" | "quote.converted";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "quote";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["Quote"];
            /** @constant */
            test: false;
        };
        /**
         * QuoteStatus
         * @enum {string}
         */
        QuoteStatus: "draft" | "sent" | "viewed" | "approved" | "rejected" | "expired" | "converted";
        /** QuoteSummary */
        QuoteSummary: {
            /** @description Identifier, `quo_…`. */
            id: string;
            /** @description `{PREFIX}-{YEAR}-{COUNTER}`, given at creation, never changed and never reused. */
            quote_number: string;
            customer_id: string;
            status: components["schemas"]["QuoteStatus"];
            /** Format: date */
            issue_date: string;
            /** Format: date */
            valid_until: string;
            /** @description Sum of the line items, before the discount. */
            subtotal: number;
            /** @description How the discount is given; `percentage` without one. */
            discount_type: components["schemas"]["DiscountType"];
            /** @description Percentage, or amount of a fixed discount; 0 without one. */
            discount_value: number;
            /** @description What the discount takes off. */
            discount_amount: number;
            /** @description subtotal − discount_amount: what is taxed. */
            subtotal_after_discount: number;
            /** @description Percentage: 16 means 16 %. */
            tax_rate: number;
            /** @description Tax: the sum over the groups of lines that are taxed alike, rounded once for each. */
            tax_amount: number;
            /** @description subtotal_after_discount + tax_amount. */
            total: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Visible to the customer. */
            notes: string;
            payment_terms: string;
            /** @description The number of the customer's order. */
            purchase_order: string;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference: string;
            /** @description First day of what was delivered. */
            service_from: string | null;
            /** @description Last day of it. */
            service_to: string | null;
            /** @description That it is written in. */
            language: components["schemas"]["Language"];
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id: string | null;
            /** @description How many versions of its PDF are kept; 0 before it is first read. Reading a PDF changes neither `updated_at` nor the ETag. */
            document_version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["DocumentCustomer"];
        };
        /** ReceivedDocument */
        ReceivedDocument: {
            /** @enum {string} */
            kind: "invoice" | "credit_note";
            number: string | null;
            issue_date: string | null;
            due_date: string | null;
            currency: string | null;
            /** @description What the file says it follows. */
            specification: string | null;
            buyer_reference: string | null;
            purchase_order: string | null;
            /** @description Numbers of the invoices that it corrects. */
            preceding_invoices: string[];
            service_from: string | null;
            service_to: string | null;
            notes: string[];
            payment_terms: string | null;
            seller: components["schemas"]["ReceivedParty"] | null;
            buyer: components["schemas"]["ReceivedParty"] | null;
            items: components["schemas"]["ReceivedItem"][];
            allowances: components["schemas"]["ReceivedReduction"][];
            charges: components["schemas"]["ReceivedReduction"][];
            tax_breakdown: components["schemas"]["ReceivedTaxGroup"][];
            /** @description Sum of the lines. */
            subtotal: number | null;
            /** @description Total without tax. */
            subtotal_after_discount: number | null;
            tax_amount: number | null;
            total: number | null;
            amount_paid: number | null;
            amount_due: number | null;
            /** @description Or another number of the account to pay to. */
            iban: string | null;
            bic: string | null;
            account_holder: string | null;
            /** @description What the payment should quote. */
            remittance_information: string | null;
            /** @description Names or references of supporting documents. */
            attachments: string[];
        };
        /** ReceivedItem */
        ReceivedItem: {
            item_name: string | null;
            description: string | null;
            quantity: number | null;
            /** @description Code of UN/ECE Recommendation 20. */
            unit: string | null;
            unit_price: number | null;
            subtotal: number | null;
            /** @description As our documents call it, else its code. */
            tax_category: string | null;
            tax_rate: number | null;
            allowances: components["schemas"]["ReceivedReduction"][];
            charges: components["schemas"]["ReceivedReduction"][];
        };
        /** ReceivedParty */
        ReceivedParty: {
            name: string | null;
            legal_name: string | null;
            /** @description The street lines. */
            address: string | null;
            zipcode: string | null;
            city: string | null;
            country: string | null;
            vat_id: string | null;
            tax_number: string | null;
            registration_number: string | null;
            electronic_address: string | null;
            electronic_address_scheme: string | null;
            contact_name: string | null;
            contact_email: string | null;
            contact_phone: string | null;
        };
        /** ReceivedReduction */
        ReceivedReduction: {
            amount: number | null;
            percentage: number | null;
            reason: string | null;
            tax_category: string | null;
            tax_rate: number | null;
        };
        /** ReceivedSum */
        ReceivedSum: {
            /** @description The day, the method, or the id of the customer. */
            key: string;
            /** @description The name of the customer; otherwise the key. */
            name: string;
            currency: string;
            count: number;
            amount: number;
        };
        /** ReceivedSums */
        ReceivedSums: {
            /** @description False where the period has more payments than are added up. */
            is_whole: boolean;
            totals: {
                currency: string;
                count: number;
                amount: number;
            }[];
            by_day: components["schemas"]["ReceivedSum"][];
            /** @description Of each currency the largest first, 100 at most. */
            by_method: components["schemas"]["ReceivedSum"][];
            /** @description Of each currency the largest first, 100 at most. */
            by_customer: components["schemas"]["ReceivedSum"][];
        };
        /** ReceivedTaxGroup */
        ReceivedTaxGroup: {
            tax_category: string | null;
            tax_rate: number | null;
            taxable_amount: number | null;
            tax_amount: number | null;
            exemption_reason: string | null;
        };
        /** RecurringInvoice */
        RecurringInvoice: {
            /** @description Identifier, `rec_…`. */
            id: string;
            customer_id: string;
            /** @description `active`: creates invoices. `paused`: creates none. `ended`: no dates are left, or it was ended manually. */
            status: components["schemas"]["RecurringInvoiceStatus"];
            frequency: components["schemas"]["Frequency"];
            /** @description Weeks, months, quarters or years between two dates. */
            interval: number;
            /** Format: date */
            start_date: string;
            /**
             * Format: date
             * @description No invoice has a later date.
             */
            end_date: string | null;
            /** @description How many invoices are created before it ends. */
            occurrences: number | null;
            /**
             * Format: date
             * @description The date of the next invoice; null once ended. For a paused one, the date of the invoice that it would have created next.
             */
            next_date: string | null;
            /** @description Whether each invoice is issued and mailed when it is created. */
            auto_send: boolean;
            /** @description The project whose time is billed. */
            project_id: string | null;
            include_unbilled_time: boolean;
            /** @description How many invoices it has created. */
            invoices_count: number;
            /** @description Why the last invoice could not be created, or was not sent; null once one succeeds. An invoice that could not be created is tried again every 15 minutes. */
            last_error: string | null;
            /** @description Null while customer, company and template contradict each other, so that no invoice could be created. */
            estimate: components["schemas"]["RecurringInvoiceEstimate"] | null;
            /** @description ISO 4217 code; null: that of the company. */
            currency: string | null;
            /** @description From the date of an invoice to its due date; null: the default. */
            payment_days: number | null;
            /** @description Null: those of the company. */
            notes: string | null;
            /** @description Null: those of the company. */
            payment_terms: string | null;
            /** @description The number of the customer's order. */
            purchase_order: string | null;
            /** @description Null: that of the customer. */
            buyer_reference: string | null;
            language: components["schemas"]["Language"] | null;
            /** @description Percentage; null: the default. */
            tax_rate: number | null;
            discount_type: components["schemas"]["DiscountType"] | null;
            /** @description Percentage, or amount of a fixed discount. */
            discount_value: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["DocumentCustomer"];
            tax_category: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Copied to each invoice. */
            metadata: {
                [key: string]: unknown;
            };
            items: components["schemas"]["RecurringLineItem"][];
        };
        /** RecurringInvoiceDates */
        RecurringInvoiceDates: {
            dates: string[];
        };
        /**
         * RecurringInvoiceEstimate
         * @description The amounts of an invoice if it were created now, without recorded time.
         */
        RecurringInvoiceEstimate: {
            currency: string;
            subtotal: number;
            discount_amount: number;
            tax_amount: number;
            total: number;
        };
        /** RecurringInvoiceEvent */
        RecurringInvoiceEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "recurring_invoice.created" | "recurring_invoice.updated" | "recurring_invoice.ended" | "recurring_invoice.deleted";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "recurring_invoice";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["RecurringInvoice"];
            /** @constant */
            test: false;
        };
        /**
         * RecurringInvoiceStatus
         * @enum {string}
         */
        RecurringInvoiceStatus: "active" | "paused" | "ended";
        /** RecurringInvoiceSummary */
        RecurringInvoiceSummary: {
            /** @description Identifier, `rec_…`. */
            id: string;
            customer_id: string;
            /** @description `active`: creates invoices. `paused`: creates none. `ended`: no dates are left, or it was ended manually. */
            status: components["schemas"]["RecurringInvoiceStatus"];
            frequency: components["schemas"]["Frequency"];
            /** @description Weeks, months, quarters or years between two dates. */
            interval: number;
            /** Format: date */
            start_date: string;
            /**
             * Format: date
             * @description No invoice has a later date.
             */
            end_date: string | null;
            /** @description How many invoices are created before it ends. */
            occurrences: number | null;
            /**
             * Format: date
             * @description The date of the next invoice; null once ended. For a paused one, the date of the invoice that it would have created next.
             */
            next_date: string | null;
            /** @description Whether each invoice is issued and mailed when it is created. */
            auto_send: boolean;
            /** @description The project whose time is billed. */
            project_id: string | null;
            include_unbilled_time: boolean;
            /** @description How many invoices it has created. */
            invoices_count: number;
            /** @description Why the last invoice could not be created, or was not sent; null once one succeeds. An invoice that could not be created is tried again every 15 minutes. */
            last_error: string | null;
            /** @description Null while customer, company and template contradict each other, so that no invoice could be created. */
            estimate: components["schemas"]["RecurringInvoiceEstimate"] | null;
            /** @description ISO 4217 code; null: that of the company. */
            currency: string | null;
            /** @description From the date of an invoice to its due date; null: the default. */
            payment_days: number | null;
            /** @description Null: those of the company. */
            notes: string | null;
            /** @description Null: those of the company. */
            payment_terms: string | null;
            /** @description The number of the customer's order. */
            purchase_order: string | null;
            /** @description Null: that of the customer. */
            buyer_reference: string | null;
            language: components["schemas"]["Language"] | null;
            /** @description Percentage; null: the default. */
            tax_rate: number | null;
            discount_type: components["schemas"]["DiscountType"] | null;
            /** @description Percentage, or amount of a fixed discount. */
            discount_value: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["DocumentCustomer"];
        };
        /** RecurringLineItem */
        RecurringLineItem: {
            /** @description May contain `{month}`, `{year}` and `{period}`, like all texts that are printed. */
            name: string;
            description: string;
            quantity: number;
            unit: string;
            unit_price: number;
            /** @description The discount on the line, in percent; null: none. */
            discount_percent: number | null;
            /** @description Percentage; null: that of the invoice. */
            tax_rate: number | null;
            tax_category: components["schemas"]["TaxCategory"] | null;
        };
        /** Refund */
        Refund: {
            /** @description Identifier, `rfd_…`. */
            id: string;
            credit_note_id: string;
            /** @description In the credit note's currency. */
            amount: number;
            currency: string;
            /**
             * Format: date
             * @description The day the money went out.
             */
            paid_at: string;
            method: string;
            reference: string;
            /** Format: date-time */
            created_at: string;
        };
        /** RefusedRecipient */
        RefusedRecipient: {
            address: string;
            reply: string;
        };
        /** Reminder */
        Reminder: {
            /** @description From the due date: 7 is a week after it, -3 three days before it. */
            days: number;
            /** @description One line; null: `mail_texts.reminder`, else the words of the language. */
            subject: string | null;
            /** @description Plain text; null: as the subject. */
            message: string | null;
        };
        /**
         * ReminderPausedBy
         * @enum {string}
         */
        ReminderPausedBy: "invoice" | "customer";
        /**
         * ReminderProblem
         * @enum {string}
         */
        ReminderProblem: "no_address" | "invalid_address";
        /**
         * ReminderState
         * @enum {string}
         */
        ReminderState: "sent" | "skipped" | "waiting" | "planned";
        /**
         * ReminderWaitingReason
         * @enum {string}
         */
        ReminderWaitingReason: "email_not_configured" | "email_limit_reached" | "no_address" | "invalid_address";
        /** ResendEvent */
        ResendEvent: {
            /** @description The endpoint that gets it, `we_…`. */
            webhook_endpoint_id: string;
        };
        /**
         * Role
         * @enum {string}
         */
        Role: "owner" | "admin" | "member" | "read_only";
        /** RotateApiKey */
        RotateApiKey: {
            /**
             * @description How long the old key works beside the new one; it never outlives its own `expires_at`.
             * @default 24
             */
            overlap_hours?: number;
            /**
             * Format: date-time
             * @description When the new key expires; when absent, as the old one did.
             */
            expires_at?: string;
        };
        /** Sandbox */
        Sandbox: {
            company_id: string;
            /**
             * Format: date-time
             * @description What its clock shows. It also runs on its own.
             */
            now: string;
            /**
             * Format: date
             * @description The current day, in the time zone of the company.
             */
            today: string;
            /**
             * Format: date-time
             * @description The moment the clock is moving to; null when it is not moving.
             */
            advancing_to: string | null;
            /** @description The addresses that its mails may go to. Mails to other addresses count as sent, but do not leave the server. */
            mail_to: string[];
        };
        /** SearchResult */
        SearchResult: {
            /** @enum {string} */
            type: "customer" | "invoice" | "quote" | "credit_note" | "project" | "task";
            id: string;
            /** @description A task's project; null for everything else. */
            project_id: string | null;
            /** @description Name, number or title. */
            title: string;
            /** @description A customer's email, a document's customer, a project's public id; a task's, with its project. */
            detail: string;
        };
        /** SendEmail */
        SendEmail: {
            /** @description Default: the customer's contact_email. */
            to?: string[];
            /** @description Default: the customer's cc_emails. */
            cc?: string[];
            /** @description One line. It may have `{number}`, `{amount}`, `{due_date}`, `{customer}`, `{company}` and `{link}`. */
            subject?: string;
            /** @description Plain text with the same placeholders. An empty line begins a paragraph. */
            message?: string;
            /** @description Default: `["pdf"]`. `xml` is the electronic invoice: by XRechnung where the document is valid by it and the customer is in Germany, else UBL. */
            attach?: components["schemas"]["EmailAttachmentForm"][];
        };
        /** SendStatement */
        SendStatement: {
            /** @description Default: the customer's contact_email. */
            to?: string[];
            /** @description Default: the customer's cc_emails. */
            cc?: string[];
            /** @description One line. It may have `{number}`, `{amount}`, `{due_date}`, `{customer}`, `{company}` and `{link}`. */
            subject?: string;
            /** @description Plain text with the same placeholders. An empty line begins a paragraph. */
            message?: string;
        };
        /** SentDelivery */
        SentDelivery: {
            /** @description The body of each attempt; null where the event is not kept any more. */
            body: string | null;
            attempts: {
                number: number;
                /** @description Empty where no call was made, or where they were not stored yet. */
                headers: {
                    name: string;
                    value: string;
                }[];
            }[];
        };
        /** Session */
        Session: {
            user: {
                id: string;
                name: string;
                email: string;
                /** @description `owner` and `admin` may do everything (only owners change owners), `member` reads and writes, `read_only` reads. */
                role: components["schemas"]["Role"];
            };
            organization: {
                id: string;
                name: string;
            };
            /** @description All organizations of the person. */
            organizations: {
                id: string;
                name: string;
            }[];
            /** @description The companies of `organization`, newest first. */
            companies: components["schemas"]["SessionCompany"][];
            /** @description The permission level of the role. */
            level: components["schemas"]["PermissionLevel"];
            two_factor_enabled: boolean;
            /** @description Whether the audit log shows requests without a valid key too: to owners of the first organization. */
            sees_installation: boolean;
            /** @description Whether the person has a password; others sign in by single sign-on or a passkey. */
            has_password: boolean;
            /** @description The address that mails come from; null without a mail server. */
            mail_from: string | null;
        };
        /** SessionCompany */
        SessionCompany: {
            /** @description Identifier, `com_…`: what `company_id` takes. */
            id: string;
            name: string;
            /** @description The name in lower case, for addresses. */
            slug: string;
            /** @description ISO 4217 code that new documents get when they name none. */
            currency: string;
            /** @description First part of invoice numbers. */
            invoice_prefix: string;
            /** @description First part of quote numbers. */
            quote_prefix: string;
            logo_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description IANA name: when the days of the company begin. */
            time_zone: string;
            /** @description How far the clock of a sandbox is ahead, in milliseconds; null: it is no sandbox. */
            clock_ahead_ms: number | null;
        };
        /** SignInWays */
        SignInWays: {
            /** @description The other service; null where there is none. */
            single_sign_on: {
                name: string;
            } | null;
            /** @description The host at which passkeys work: browsers bind them to a host name, and refuse IP addresses. */
            passkey_host: string | null;
        };
        /** Statement */
        Statement: {
            customer_id: string;
            /** Format: date */
            from: string | null;
            /** Format: date */
            to: string;
            /** @description One for each currency, by its code. */
            statements: components["schemas"]["CurrencyStatement"][];
        };
        /** StatementEntry */
        StatementEntry: {
            /**
             * Format: date
             * @description The issue date of a document, the day on which money moved.
             */
            date: string;
            kind: components["schemas"]["StatementEntryKind"];
            /** @description Of the document; of a payment that of its invoice, of a refund that of its credit note. */
            number: string;
            /** @description What it adds to the balance: below 0 for payments and credit notes. */
            amount: number;
            /** @description What was open after it. */
            balance: number;
        };
        /**
         * StatementEntryKind
         * @enum {string}
         */
        StatementEntryKind: "invoice" | "payment" | "credit_note" | "refund";
        /**
         * StatementFormat
         * @enum {string}
         */
        StatementFormat: "json" | "pdf" | "csv";
        /** Task */
        Task: {
            /** @description Identifier, `tsk_…`. */
            id: string;
            /** @description `TSK-{YEAR}-{COUNTER}`, by the year of creation, never reused. */
            public_id: string;
            project_id: string;
            /** @description The parent task; null for a root task. */
            parent_task_id: string | null;
            /** @description Ids of the tasks that come before it. */
            depends_on: string[];
            /** @description User id. */
            assigned_to: string | null;
            /** @description User id. */
            created_by: string;
            title: string;
            description: string;
            status: components["schemas"]["TaskStatus"];
            priority: components["schemas"]["Priority"];
            /** @description Budget in hours. */
            estimated_hours: number | null;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            due_date: string | null;
            /**
             * Format: date-time
             * @description When its status became `completed`; null in any other.
             */
            completed_at: string | null;
            /** @description Whether new time entries on it are billable. */
            is_billable: boolean;
            /** @description Overrides the project's rate, for time without a rate of its own. */
            hourly_rate: number | null;
            /** @description Lists go by it, then oldest first. */
            position: number;
            tags: string[];
            /** @description Whatever the client keeps here. */
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** TaskEvent */
        TaskEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "task.created" | "task.updated" | "task.completed" | "task.deleted";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "task";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["Task"];
            /** @constant */
            test: false;
        };
        /** TaskOfCompany */
        TaskOfCompany: {
            /** @description Identifier, `tsk_…`. */
            id: string;
            /** @description `TSK-{YEAR}-{COUNTER}`, by the year of creation, never reused. */
            public_id: string;
            project_id: string;
            /** @description The parent task; null for a root task. */
            parent_task_id: string | null;
            /** @description Ids of the tasks that come before it. */
            depends_on: string[];
            /** @description User id. */
            assigned_to: string | null;
            /** @description User id. */
            created_by: string;
            title: string;
            description: string;
            status: components["schemas"]["TaskStatus"];
            priority: components["schemas"]["Priority"];
            /** @description Budget in hours. */
            estimated_hours: number | null;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            due_date: string | null;
            /**
             * Format: date-time
             * @description When its status became `completed`; null in any other.
             */
            completed_at: string | null;
            /** @description Whether new time entries on it are billable. */
            is_billable: boolean;
            /** @description Overrides the project's rate, for time without a rate of its own. */
            hourly_rate: number | null;
            /** @description Lists go by it, then oldest first. */
            position: number;
            tags: string[];
            /** @description Whatever the client keeps here. */
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            project: components["schemas"]["ProjectName"];
        };
        /**
         * TaskStatus
         * @enum {string}
         */
        TaskStatus: "backlog" | "todo" | "in_progress" | "in_review" | "completed" | "cancelled";
        /**
         * TaxCategory
         * @enum {string}
         */
        TaxCategory: "standard" | "zero" | "exempt" | "reverse_charge" | "intra_community" | "export" | "out_of_scope";
        /**
         * TaxExemptionReasons
         * @description Why no tax is on the lines of a category. Absent ones are printed in the words of the document's language.
         */
        TaxExemptionReasons: {
            exempt?: string | null;
            reverse_charge?: string | null;
            intra_community?: string | null;
            export?: string | null;
            out_of_scope?: string | null;
        };
        /** TaxGroup */
        TaxGroup: {
            tax_category: components["schemas"]["TaxCategory"];
            /** @description Percentage. */
            tax_rate: number;
            /** @description Sum of the lines, less their part of the discount. Below 0 where credit lines outweigh. */
            taxable_amount: number;
            /** @description taxable_amount × tax_rate, rounded once. */
            tax_amount: number;
        };
        /** TestEvent */
        TestEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "customer.created" | "customer.updated" | "customer.deleted" | "invoice.created" | "invoice.updated" | "invoice.deleted" | "invoice.sent" | "invoice.viewed" | "invoice.overdue" | "invoice.cancelled" | "invoice.paid" | "invoice.partially_paid" | "invoice.reminded" | "payment.received" | "payment.reversed" | "quote.created" | "quote.updated" | "quote.deleted" | "quote.sent" | "quote.viewed" | "quote.approved" | "quote.rejected" | "quote.expired" | "quote.converted" | "credit_note.created" | "credit_note.refunded" | "recurring_invoice.created" | "recurring_invoice.updated" | "recurring_invoice.ended" | "recurring_invoice.deleted" | "project.created" | "project.updated" | "project.completed" | "project.deleted" | "task.created" | "task.updated" | "task.completed" | "task.deleted" | "time_entry.created" | "time_entry.updated" | "time_entry.deleted" | "timer.started" | "timer.stopped" | "webhook_endpoint.disabled" | "email.sent" | "email.failed";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "cli_test";
            resource_id: string;
            company_id: string;
            /** @description The example of the type, and `test`. */
            data: {
                /** @constant */
                test: true;
            } & {
                [key: string]: unknown;
            };
            /** @constant */
            test: true;
        };
        /** TimeEntry */
        TimeEntry: {
            /** @description Identifier, `tme_…`. */
            id: string;
            project_id: string;
            /** @description The task that it was spent on. */
            task_id: string | null;
            /** @description Whose time it is. */
            user_id: string;
            company_id: string;
            /** Format: date-time */
            start_time: string;
            /**
             * Format: date-time
             * @description null while it runs.
             */
            end_time: string | null;
            /** @description Whole minutes of elapsed time; 0 while it runs. */
            duration_minutes: number;
            is_running: boolean;
            description: string;
            is_billable: boolean;
            /** @description Overrides the rates of its task and project; null: those apply. */
            hourly_rate: number | null;
            /** @description What an hour of it costs. */
            internal_cost_rate: number | null;
            /** @description Whether it is on an invoice; then it can be neither changed nor deleted. */
            invoiced: boolean;
            /** @description The invoice that it is on. */
            invoice_id: string | null;
            /** @description Whatever the client keeps here. */
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** TimeEntryEvent */
        TimeEntryEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "time_entry.created" | "time_entry.updated" | "time_entry.deleted" | "timer.started" | "timer.stopped";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "time_entry";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["TimeEntry"];
            /** @constant */
            test: false;
        };
        /** TimeEntryOfCompany */
        TimeEntryOfCompany: {
            /** @description Identifier, `tme_…`. */
            id: string;
            project_id: string;
            /** @description The task that it was spent on. */
            task_id: string | null;
            /** @description Whose time it is. */
            user_id: string;
            company_id: string;
            /** Format: date-time */
            start_time: string;
            /**
             * Format: date-time
             * @description null while it runs.
             */
            end_time: string | null;
            /** @description Whole minutes of elapsed time; 0 while it runs. */
            duration_minutes: number;
            is_running: boolean;
            description: string;
            is_billable: boolean;
            /** @description Overrides the rates of its task and project; null: those apply. */
            hourly_rate: number | null;
            /** @description What an hour of it costs. */
            internal_cost_rate: number | null;
            /** @description Whether it is on an invoice; then it can be neither changed nor deleted. */
            invoiced: boolean;
            /** @description The invoice that it is on. */
            invoice_id: string | null;
            /** @description Whatever the client keeps here. */
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            project: components["schemas"]["ProjectName"];
            /** @description The title of its task. */
            task_title: string | null;
        };
        /** UnmatchBankTransaction */
        UnmatchBankTransaction: {
            /**
             * @description Only this one of its payments. Default: all.
             * @example pay_…
             */
            payment_id?: string;
        };
        /** UpdateApiKey */
        UpdateApiKey: {
            name?: string;
            /** @description What of its level it may do, as `resource:level`: `invoices:read`. A level includes the lower ones. Null: everything that its level allows. */
            scopes?: string[] | null;
            /** @description The addresses and networks (`192.0.2.0/24`) that it may be used from. Null: anywhere. */
            allowed_addresses?: string[] | null;
            /**
             * Format: date-time
             * @description From when on it is refused; in the future. Null: it does not expire.
             */
            expires_at?: string | null;
        };
        /** UpdateCompany */
        UpdateCompany: {
            name?: string;
            /** @description Lower-case letters and digits with hyphens between them; unique in the organization. */
            slug?: string;
            /** @description ISO 4217 code. */
            currency?: string;
            /** @description Letters without accents, digits, `-` and `_`. */
            invoice_prefix?: string;
            /** @description Letters without accents, digits, `-` and `_`. */
            quote_prefix?: string;
            /** @description An address, or a PNG, JPEG or WebP as data: URL. */
            logo_url?: string | null;
            /** @description The name that it is registered under, where it is another one. */
            legal_name?: string | null;
            /** @description The street lines; several are allowed. */
            legal_address?: string | null;
            /** @description Its VAT number. */
            legal_vat?: string | null;
            /** @description How its invoices are paid: bank, account, reference. */
            payment_details?: string | null;
            /** @description IANA name like `Europe/Berlin`: when its days begin, for default dates, overdue invoices and expired quotes. */
            time_zone?: string;
            /** @description Of its documents and mails. */
            language?: components["schemas"]["Language"];
            /** @description Postal code. */
            zipcode?: string | null;
            /** @description Town or city. */
            city?: string | null;
            /** @description ISO 3166-1 alpha-2 code, like `DE`. */
            country?: string | null;
            /** @description The person customers contact. */
            contact_name?: string | null;
            /** @description The address customers write to. */
            contact_email?: string | null;
            /** @description The number customers call. */
            contact_phone?: string | null;
            /** @description In the register of companies. */
            registration_number?: string | null;
            /** @description Its number at the tax office, beside the VAT number. */
            tax_number?: string | null;
            /** @description Its account: blanks are dropped, the check digits must be right. */
            iban?: string | null;
            /** @description The bank of the account, 8 or 11 letters and digits. */
            bic?: string | null;
            /** @description The name of the account, where it is another one. */
            account_holder?: string | null;
            /** @description Where it receives e-invoices. */
            electronic_address?: string | null;
            /** @description The scheme of that address: four digits (Peppol: `0204`, `9930` …) or `EM` for email. */
            electronic_address_scheme?: string | null;
            /** @description Percentage that new documents get; null: 0. */
            default_tax_rate?: number | null;
            /** @description Days from the issue date to the due date of new invoices; null: 30. */
            default_payment_days?: number | null;
            /** @description The rate that new projects get. */
            default_hourly_rate?: number | null;
            /** @description The notes that new documents get. */
            default_notes?: string | null;
            /** @description The payment terms that new documents get. */
            default_payment_terms?: string | null;
            /** @description First part of the numbers of credit notes, another one than that of invoices. Letters without accents, digits, `-` and `_`. */
            credit_note_prefix?: string;
            /** @description How its documents look. */
            document_template?: components["schemas"]["DocumentTemplate"];
            /** @description Colour of its documents, `#rrggbb`; null: that of the template. */
            accent_color?: string | null;
            /** @description At the foot of its documents. */
            footer?: string | null;
            /** @description Where its invoices are paid: an address in which `{number}`, `{amount}`, `{currency}` and `{token}` are replaced. */
            payment_link_template?: string | null;
            /** @description Whether a bank transfer that names exactly one invoice, and is exactly what is due on it, is recorded as its payment when the statement is imported. */
            auto_match?: boolean;
            datev?: components["schemas"]["GivenDatev"] | null;
            /** @description Kinds that are absent stay; null: the words of the language. */
            mail_texts?: {
                invoice?: components["schemas"]["MailText"] | null;
                quote?: components["schemas"]["MailText"] | null;
                credit_note?: components["schemas"]["MailText"] | null;
                reminder?: components["schemas"]["MailText"] | null;
                thanks?: components["schemas"]["MailText"] | null;
                statement?: components["schemas"]["MailText"] | null;
            } | null;
            /** @description Replaces all of them, each with other days. A new one counts from today on: days before that are not made up for. */
            reminders?: {
                /** @description From the due date: 7 is a week after it, -3 three days before it. */
                days: number;
                /** @description One line; null: `mail_texts.reminder`, else the words of the language. */
                subject?: string | null;
                /** @description Plain text; null: as the subject. */
                message?: string | null;
            }[] | null;
            /** @description Whether customers get a mail of thanks when a payment pays an invoice in full. */
            send_thanks?: boolean;
        };
        /** UpdateCustomer */
        UpdateCustomer: {
            name?: string;
            /** @description Where documents go. */
            contact_email?: string | null;
            contact_phone?: string | null;
            country?: string | null;
            city?: string | null;
            /** @description ISO 4217 code. Default: the currency of the company. */
            currency?: string;
            /** @description New customers are active. */
            status?: components["schemas"]["CustomerStatus"];
            legal_name?: string | null;
            legal_address?: string | null;
            legal_vat?: string | null;
            zipcode?: string | null;
            /** @description Not shown to the customer. */
            notes?: string | null;
            language?: components["schemas"]["Language"] | null;
            contact_name?: string | null;
            /** @description Who gets a copy of mails: one address each. */
            cc_emails?: string[] | null;
            /** @description Percentage that new documents get. */
            default_tax_rate?: number | null;
            /** @description That new documents get. With another one than `standard` they have the rate 0. */
            default_tax_category?: components["schemas"]["TaxCategory"] | null;
            /** @description Days from the issue date to the due date. */
            default_payment_days?: number | null;
            /** @description What the customer asks to be named on new documents. */
            buyer_reference?: string | null;
            /** @description Where the customer receives e-invoices. */
            electronic_address?: string | null;
            /** @description Four digits (Peppol: `0204`, `9930` …) or `EM` for email. */
            electronic_address_scheme?: string | null;
            /** @description Its id in another system, unique in the company. */
            external_id?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description True: no reminders of its invoices are sent. Default: false. */
            reminders_paused?: boolean;
        };
        /** UpdateInvoice */
        UpdateInvoice: {
            /**
             * @description The customer of the document.
             * @example cus_…
             */
            customer_id?: string;
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            issue_date?: string;
            /** @description ISO 4217 code. Default: the currency of the company. */
            currency?: string;
            /** @description Visible to the customer. */
            notes?: string | null;
            payment_terms?: string | null;
            /** @description The number of the customer's order. */
            purchase_order?: string | null;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference?: string | null;
            /**
             * Format: date
             * @description First day of what is delivered. Alone it is the last one too.
             */
            service_from?: string | null;
            /**
             * Format: date
             * @description Last day of it. Alone it is the first one too.
             */
            service_to?: string | null;
            language?: components["schemas"]["Language"];
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Percentage: 16 means 16 %. Default: that of the customer, else of the company, else 0. */
            tax_rate?: number;
            /** @description Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons?: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Tax identifier or label. It is kept, not shown in answers. */
            tax_id?: string | null;
            /** @description Default `percentage`. Another type without a value begins with the value 0. */
            discount_type?: components["schemas"]["DiscountType"] | null;
            /** @description Percentage (0–100), or a fixed amount not above a subtotal that is above 0. */
            discount_value?: number | null;
            /** @description Replaces all line items (their ids are new) and recomputes. Items that come back as they are shown, ids included, change nothing. */
            items?: components["schemas"]["UpdateLineItem"][];
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. */
            subtotal?: number;
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. */
            discount_amount?: number;
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. */
            subtotal_after_discount?: number;
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. One below 0 is accepted only as it is shown. */
            tax_amount?: number;
            /** @description Stored as given, rounded to the digits of the currency. */
            total?: number;
            /** Format: date */
            due_date?: string;
            status?: components["schemas"]["InvoiceStatus"];
            /** @description True: no reminders of it are sent. */
            reminders_paused?: boolean;
        };
        /** UpdateLineItem */
        UpdateLineItem: {
            /** @description What is sold. Required, unless `item_name` is sent. */
            name?: string;
            description?: string;
            /** @description How many; 1 when absent. A negative quantity makes a credit line. */
            quantity?: number;
            /** @description What the quantity counts: `h`, `piece`. */
            unit?: string;
            /** @description Price of one, before discount and tax. A negative price makes a credit line. */
            unit_price: number;
            /** @description What comes off the line, in per cent. */
            discount_percent?: number | null;
            /** @description Percentage. Default: that of the document, or 0 with a tax_category other than `standard`. */
            tax_rate?: number | null;
            /** @description Default: that of the document, if it may have the rate of the line; else `standard` above 0, `zero` at 0. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            /** @description As it is shown; send a new name as `name`. */
            readonly item_name?: string;
            /** @description As it is shown. */
            readonly id?: string;
            /** @description As it is shown. */
            readonly subtotal?: number;
            /** @description As it is shown. */
            readonly total?: number;
            /** @description As it is shown; the order is that of the request. */
            readonly sort_order?: number;
        };
        /** UpdateProject */
        UpdateProject: {
            title?: string;
            description?: string | null;
            /**
             * @description The customer of the project. Billing its time needs one.
             * @example cus_…
             */
            customer_id?: string | null;
            /** @description Ids of members of the organization, each once. */
            assigned_to?: string[] | null;
            /** @description Any status may follow any other; `completed` sets completed_at. */
            status?: components["schemas"]["ProjectStatus"];
            priority?: components["schemas"]["Priority"];
            /** Format: date */
            start_date?: string | null;
            /**
             * Format: date
             * @description It may be before start_date.
             */
            due_date?: string | null;
            billing_type?: components["schemas"]["BillingType"];
            /** @description Budget in hours. */
            budget_hours?: number | null;
            /** @description Budget in the currency of the company. */
            budget_amount?: number | null;
            /** @description Rate of billable time for which neither its entry nor its task has one. */
            hourly_rate?: number | null;
            progress_percentage?: number;
            is_archived?: boolean;
            /** @description Replaces all of it. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** UpdateQuote */
        UpdateQuote: {
            /**
             * @description The customer of the document.
             * @example cus_…
             */
            customer_id?: string;
            /**
             * Format: date
             * @description Default: today in the time zone of the company.
             */
            issue_date?: string;
            /** @description ISO 4217 code. Default: the currency of the company. */
            currency?: string;
            /** @description Visible to the customer. */
            notes?: string | null;
            payment_terms?: string | null;
            /** @description The number of the customer's order. */
            purchase_order?: string | null;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference?: string | null;
            /**
             * Format: date
             * @description First day of what is delivered. Alone it is the last one too.
             */
            service_from?: string | null;
            /**
             * Format: date
             * @description Last day of it. Alone it is the first one too.
             */
            service_to?: string | null;
            language?: components["schemas"]["Language"];
            /** @description Its id in another system, unique among the documents of its kind. */
            external_id?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Percentage: 16 means 16 %. Default: that of the customer, else of the company, else 0. */
            tax_rate?: number;
            /** @description Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons?: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Tax identifier or label. It is kept, not shown in answers. */
            tax_id?: string | null;
            /** @description Default `percentage`. Another type without a value begins with the value 0. */
            discount_type?: components["schemas"]["DiscountType"] | null;
            /** @description Percentage (0–100), or a fixed amount not above a subtotal that is above 0. */
            discount_value?: number | null;
            /** @description Replaces all line items (their ids are new) and recomputes. Items that come back as they are shown, ids included, change nothing. */
            items?: components["schemas"]["UpdateLineItem"][];
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. */
            subtotal?: number;
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. */
            discount_amount?: number;
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. */
            subtotal_after_discount?: number;
            /** @description Stored as given, rounded to the digits of the currency; what follows from it is recomputed. One below 0 is accepted only as it is shown. */
            tax_amount?: number;
            /** @description Stored as given, rounded to the digits of the currency. */
            total?: number;
            /** Format: date */
            valid_until?: string;
            status?: components["schemas"]["QuoteStatus"];
        };
        /** UpdateRecurringInvoice */
        UpdateRecurringInvoice: {
            /**
             * @description The customer of the invoices.
             * @example cus_…
             */
            customer_id?: string;
            frequency?: components["schemas"]["Frequency"];
            /** @description Weeks, months, quarters or years between two dates; 1 when absent. */
            interval?: number;
            /**
             * Format: date
             * @description Date of the first invoice; all later dates are counted from it. Default: today in the time zone of the company. In a month without that day, its last day is used. Invoices for dates that have passed are created as well.
             */
            start_date?: string;
            /**
             * Format: date
             * @description No invoice has a later date. Not together with `occurrences`.
             */
            end_date?: string | null;
            /** @description How many invoices are created before it ends. Not together with `end_date`. */
            occurrences?: number | null;
            /** @description Whether each invoice is issued and mailed to the customer when it is created; otherwise it stays a draft. */
            auto_send?: boolean;
            /**
             * @description The project whose time is billed.
             * @example pro_…
             */
            project_id?: string | null;
            /** @description Whether each invoice also bills the time of the project that began before the date of the invoice and has not been invoiced yet. */
            include_unbilled_time?: boolean;
            /** @description `active` again: dates before today are skipped. An ended one can become active while dates are left. */
            status?: components["schemas"]["RecurringInvoiceStatus"];
            /** @description ISO 4217 code. Null: the currency of the company. */
            currency?: string | null;
            /** @description From the date of an invoice to its due date. Null: the days of the customer, else of the company, else 30. */
            payment_days?: number | null;
            /** @description Visible to the customer. */
            notes?: string | null;
            payment_terms?: string | null;
            /** @description The number of the customer's order. */
            purchase_order?: string | null;
            /** @description What the customer asks to be named, as a cost centre or a routing number. */
            buyer_reference?: string | null;
            /** @description Tax identifier or label. It is kept, not shown in answers. */
            tax_id?: string | null;
            /** @description Default: that of the customer, else of the company. */
            language?: components["schemas"]["Language"] | null;
            /** @description Percentage: 16 means 16 %. Null: that of the customer, else of the company, else 0. */
            tax_rate?: number | null;
            /** @description Of the lines that have none. With another one than `standard` the rate is 0. Default: that of the customer, if it may have the rate. */
            tax_category?: components["schemas"]["TaxCategory"] | null;
            tax_exemption_reasons?: components["schemas"]["TaxExemptionReasons"] | null;
            /** @description Default `percentage`. Another type without a value begins with the value 0. */
            discount_type?: components["schemas"]["DiscountType"] | null;
            /** @description Percentage (0–100), or a fixed amount not above a subtotal that is above 0. */
            discount_value?: number | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The line items; all totals are computed from them. */
            items?: components["schemas"]["CreateLineItem"][];
        };
        /** UpdateSandbox */
        UpdateSandbox: {
            /** @description The addresses that its mails may go to. */
            mail_to?: string[];
        };
        /** UpdateTask */
        UpdateTask: {
            title?: string;
            description?: string | null;
            /**
             * @description Id of a member of the organization.
             * @example usr_…
             */
            assigned_to?: string | null;
            /**
             * @description Makes it a subtask of this task of the same project, never of itself or its own subtasks. Above it are at most 1,000 tasks.
             * @example tsk_…
             */
            parent_task_id?: string | null;
            /** @description Tasks of the same project, each once; none may depend on this task, directly or through others. All tasks of a project have at most 5,000 dependencies together. */
            depends_on?: string[] | null;
            /** @description Any status may follow any other; `completed` sets completed_at. */
            status?: components["schemas"]["TaskStatus"];
            priority?: components["schemas"]["Priority"];
            /** @description Budget in hours. */
            estimated_hours?: number | null;
            /** Format: date */
            start_date?: string | null;
            /**
             * Format: date
             * @description It may be before start_date.
             */
            due_date?: string | null;
            /** @description Default of its new time entries. Existing entries keep theirs. */
            is_billable?: boolean;
            /** @description Overrides the project's rate, for time without a rate of its own, past time too. */
            hourly_rate?: number | null;
            /** @description Default on creation: after the last task. */
            position?: number;
            tags?: string[] | null;
            /** @description Replaces all of it. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** UpdateTimeEntry */
        UpdateTimeEntry: {
            /**
             * @description A task of the same project.
             * @example tsk_…
             */
            task_id?: string | null;
            /**
             * @description Whose time it is. Default on creation: the user of the key.
             * @example usr_…
             */
            user_id?: string;
            /**
             * Format: date-time
             * @description Default on creation: now, when neither end_time nor duration_minutes is given.
             */
            start_time?: string;
            /**
             * Format: date-time
             * @description After start_time. On a running entry it stops the timer.
             */
            end_time?: string | null;
            /** @description At least 1. In place of end_time, which is then that long after start_time. */
            duration_minutes?: number;
            description?: string | null;
            /** @description Default on creation: the task's, else true. */
            is_billable?: boolean;
            /** @description Overrides the rates of its task and project. */
            hourly_rate?: number | null;
            /** @description What an hour of it costs. */
            internal_cost_rate?: number | null;
            /** @description Replaces all of it. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** UpdateWebhookEndpoint */
        UpdateWebhookEndpoint: {
            /** @description An https:// address that can be reached from the internet. */
            url?: string;
            description?: string | null;
            /** @description Which events it gets: exact types (`invoice.paid`), all of a resource (`invoice.*`), or all (`*`). */
            enabled_events?: string[];
            status?: components["schemas"]["WebhookEndpointStatus"];
            /** @description Sends again what did not arrive since then: a date, a date-time with offset, or unix seconds, at most 30 days back. What was delivered is not sent twice. */
            replay_since?: string;
        };
        /** User */
        User: {
            /** @description Identifier, `usr_…`. */
            id: string;
            /** @description Name as shown to colleagues. */
            name: string;
            /** @description Address with which the member signs in. */
            email: string;
        };
        /** WebhookAttempt */
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            attempted_at: string;
            duration_ms: number;
            /** @description null when there was no answer. */
            response_status: number | null;
            /** @description The first 2 KiB of the answer. */
            response_body: string | null;
            /** @description Why there was no answer. */
            error: string | null;
        };
        /** WebhookDelivery */
        WebhookDelivery: {
            /** @description Identifier, `dlv_…`. */
            id: string;
            webhook_endpoint_id: string;
            event_id: string;
            event_type: string;
            /** @description `failed`: the last attempt of the schedule failed; `cancelled`: the endpoint was disabled or deleted before it arrived. */
            status: components["schemas"]["DeliveryStatus"];
            attempt_count: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description The newest 20, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** Format: date-time */
            created_at: string;
        };
        /** WebhookEndpoint */
        WebhookEndpoint: {
            /** @description Identifier, `we_…`. */
            id: string;
            company_id: string;
            /** @description Where the events are sent. */
            url: string;
            description: string;
            /** @description Exact types, `prefix.*`, or `*`. */
            enabled_events: string[];
            status: components["schemas"]["WebhookEndpointStatus"];
            /** @description `manual`: by a request; `gone`: it answered 410; `failing`: nothing arrived for five days. */
            disabled_reason: components["schemas"]["DisabledReason"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** WebhookEndpointEvent */
        WebhookEndpointEvent: {
            /** @description Identifier, `evt_…`: the same in webhooks, and in the order of the events. Use it to skip events that you have handled. */
            id: string;
            /** @enum {string} */
            type: "webhook_endpoint.disabled";
            /** Format: date-time */
            created_at: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            resource_type: "webhook_endpoint";
            resource_id: string;
            company_id: string;
            data: components["schemas"]["WebhookEndpoint"];
            /** @constant */
            test: false;
        };
        /**
         * WebhookEndpointStatus
         * @enum {string}
         */
        WebhookEndpointStatus: "enabled" | "disabled";
        /** WebhookEndpointWithSecret */
        WebhookEndpointWithSecret: {
            /** @description Identifier, `we_…`. */
            id: string;
            company_id: string;
            /** @description Where the events are sent. */
            url: string;
            description: string;
            /** @description Exact types, `prefix.*`, or `*`. */
            enabled_events: string[];
            status: components["schemas"]["WebhookEndpointStatus"];
            /** @description `manual`: by a request; `gone`: it answered 410; `failing`: nothing arrived for five days. */
            disabled_reason: components["schemas"]["DisabledReason"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The signing secret, `whsec_…`: shown this once. */
            secret: string;
        };
    };
    responses: never;
    parameters: {
        /** @description The key that the request came with. */
        ApiKeyId: string;
        /** @description The company to work in, `com_…`. */
        CompanyId: string;
        /** @description The company that the request was about. */
        CompanyIdOfDashboard: string;
        /** @description The company to work in, `com_…`. */
        CompanyIdOfEvents: string;
        /** @description The objects directly before this one, in the order of the list. */
        EndingBefore: string;
        EntryId: string;
        /** @description Only the one with this id in another system. */
        ExternalId: string;
        /** @description `facturx`: with the electronic invoice inside (Factur-X, also called ZUGFeRD), of an issued document. */
        Format: components["schemas"]["PdfFormat"];
        /** @description Default: `csv`, a table; `jsonl`: each object whole, as one line of JSON. */
        FormatOfExports: components["schemas"]["ExportFormat"];
        /** @description The syntax, and whose rules it follows; `ubl` when absent. */
        FormatOfInvoices: components["schemas"]["EInvoiceXmlFormat"];
        /** @description The first day; absent: from the beginning. */
        From: string;
        /** @description The first day of the statement, as of `getCustomerStatement`. */
        FromOfCustomers: string;
        /** @description The first moment. */
        FromOfDashboard: string;
        /** @description The first day; absent: the first of the month of the last. */
        FromOfExports: string;
        /** @description Only time that starts on this day or later: a date (UTC), or a moment with its offset. */
        FromOfTimeEntries: string;
        Id: string;
        /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
        IdempotencyKey: string;
        /** @description Change only this version: the ETag of the object. */
        IfMatch: string;
        /** @description Answer 304 when this is still the version. */
        IfNoneMatch: string;
        /** @description Only time that is on an invoice, or only the other. */
        Invoiced: boolean;
        /** @description Only billable time, or only the other. */
        IsBillable: boolean;
        /** @description Only with this issue date or a later one. */
        IssuedGte: string;
        /** @description Only with this issue date or an earlier one. */
        IssuedLte: string;
        /** @description Objects on a page. */
        Limit: number;
        /** @description The method. */
        Method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE" | "PUT" | "OPTIONS";
        /** @description Objects to skip. */
        Offset: number;
        /** @description Only requests whose path has this text. */
        Path: string;
        /** @description Only tasks of one of these, separated by commas. */
        Priority: components["schemas"]["Priority"][];
        /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
        QuoinSignature: string;
        /** @description Only events about this resource. */
        ResourceId: string;
        /** @description Part of the number, or of the customer's name or email; upper and lower case, accented and plain letters are the same. */
        Search: string;
        /** @description Part of the title or public id; upper and lower case, accented and plain letters are the same. */
        SearchOfProjects: string;
        /** @description Continue with the objects directly after this one, in the order of the list. */
        StartingAfter: string;
        /** @description A status from 100 to 599, or all of a kind: `2xx`, `3xx`, `4xx`, `5xx`. */
        Status: string;
        /** @description Only tasks in one of these, separated by commas. */
        StatusOfTasks: components["schemas"]["TaskStatus"][];
        TaskId: string;
        /** @description Only time on this task. */
        TaskIdOfTimeEntries: string;
        /** @description The last day; absent: to the end. */
        To: string;
        /** @description The last day of the statement, as of `getCustomerStatement`. */
        ToOfCustomers: string;
        /** @description The first moment after it expires. */
        ToOfDashboard: string;
        /** @description Only time that starts on this day or earlier: a date (the whole UTC day), or a moment. */
        ToOfTimeEntries: string;
        Token: string;
        /** @description The member who did it in the dashboard. */
        UserId: string;
        /** @description An earlier version as it was given out: 1 to `document_version`. */
        Version: number;
        /** @description The id of the event (Standard Webhooks). */
        WebhookId: string;
        /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
        WebhookSignature: string;
        /** @description Unix seconds of the attempt (Standard Webhooks). */
        WebhookTimestamp: string;
        /** @description Lists requests without a valid key and failed sign-ins of unknown persons instead of those of the organization. Only for owners of the first organization of the installation. */
        WithoutValidKey: boolean;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            api_keys: components["schemas"]["ApiKey"][];
                            pagination: components["schemas"]["CursorPagination"];
                        };
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateApiKey"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    listApiKeyAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            addresses: components["schemas"]["ApiKeyUse"][];
                        };
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    listCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            companies: components["schemas"]["Company"][];
                        };
                    };
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CompanyDetails"];
                    };
                };
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCompany"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CompanyDetails"];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            users: components["schemas"]["User"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Part of the name or email; upper and lower case, accented and plain letters are the same. */
                search?: string;
                /** @description Only the customer with this id in another system. */
                external_id?: string;
                /** @description Newest first when absent. Names are compared as a search compares them. */
                sort?: "created_at" | "-created_at" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            customers: components["schemas"]["CustomerSummary"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createCustomer: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomer"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Customer"];
                    };
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Customer"];
                    };
                };
            };
        };
    };
    deleteCustomer: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCustomer"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Customer"];
                    };
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only invoices in one of these, separated by commas. */
                status?: components["schemas"]["InvoiceStatusFilter"][];
                /** @description Only invoices for this customer; an unknown one has none. */
                customer_id?: string;
                /** @description Part of the number, or of the customer's name or email; upper and lower case, accented and plain letters are the same. */
                search?: components["parameters"]["Search"];
                /** @description Only with this issue date or a later one. */
                "issued[gte]"?: components["parameters"]["IssuedGte"];
                /** @description Only with this issue date or an earlier one. */
                "issued[lte]"?: components["parameters"]["IssuedLte"];
                /** @description Only with this due date or a later one. */
                "due[gte]"?: string;
                /** @description Only with this due date or an earlier one. */
                "due[lte]"?: string;
                /** @description Only the one with this id in another system. */
                external_id?: components["parameters"]["ExternalId"];
                /** @description Newest first when absent. Totals are compared as the numbers that they are, whatever their currency. */
                sort?: "created_at" | "-created_at" | "due_date" | "-due_date" | "total" | "-total";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            invoices: components["schemas"]["InvoiceSummary"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoice"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    deleteInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateInvoice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    reissueInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    sendInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmail"];
            };
        };
        responses: {
            /** @description Accepted: it is done after the answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    renewInvoiceToken: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            payments: components["schemas"]["Payment"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    recordPayment: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayment"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payment"];
                    };
                };
            };
        };
    };
    deletePayment: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    listQuotes: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only quotes in one of these, separated by commas. */
                status?: components["schemas"]["QuoteStatus"][];
                /** @description Only quotes for this customer; an unknown one has none. */
                customer_id?: string;
                /** @description Part of the number, or of the customer's name or email; upper and lower case, accented and plain letters are the same. */
                search?: components["parameters"]["Search"];
                /** @description Only with this issue date or a later one. */
                "issued[gte]"?: components["parameters"]["IssuedGte"];
                /** @description Only with this issue date or an earlier one. */
                "issued[lte]"?: components["parameters"]["IssuedLte"];
                /** @description Only with this end of validity or a later one. */
                "due[gte]"?: string;
                /** @description Only with this end of validity or an earlier one. */
                "due[lte]"?: string;
                /** @description Only the one with this id in another system. */
                external_id?: components["parameters"]["ExternalId"];
                /** @description Newest first when absent. Totals are compared as the numbers that they are, whatever their currency. */
                sort?: "created_at" | "-created_at" | "valid_until" | "-valid_until" | "total" | "-total";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            quotes: components["schemas"]["QuoteSummary"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQuote"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quote"];
                    };
                };
            };
        };
    };
    getQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quote"];
                    };
                };
            };
        };
    };
    deleteQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateQuote"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quote"];
                    };
                };
            };
        };
    };
    reissueQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quote"];
                    };
                };
            };
        };
    };
    sendQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmail"];
            };
        };
        responses: {
            /** @description Accepted: it is done after the answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    renewQuoteToken: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quote"];
                    };
                };
            };
        };
    };
    convertQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConvertQuote"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    listCreditNotes: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only credit notes of this invoice; an unknown one has none. */
                invoice_id?: string;
                /** @description Only credit notes for this customer; an unknown one has none. */
                customer_id?: string;
                /** @description Part of the number, or of the customer's name or email; upper and lower case, accented and plain letters are the same. */
                search?: components["parameters"]["Search"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            credit_notes: components["schemas"]["CreditNoteSummary"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createCreditNote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCreditNote"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditNote"];
                    };
                };
            };
        };
    };
    previewCreditNote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCreditNote"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditNote"];
                    };
                };
            };
        };
    };
    getCreditNote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditNote"];
                    };
                };
            };
        };
    };
    sendCreditNote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmail"];
            };
        };
        responses: {
            /** @description Accepted: it is done after the answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    renewCreditNoteToken: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditNote"];
                    };
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            refunds: components["schemas"]["Refund"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    recordRefund: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRefund"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    getCustomerStatement: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day. Default: everything from the beginning. */
                from?: string;
                /** @description The last day. Default: today in the time zone of the company. */
                to?: string;
                /** @description Default: `json`. In `csv`, texts that a spreadsheet would take for a formula begin with an apostrophe. */
                format?: components["schemas"]["StatementFormat"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Statement"];
                    };
                    "application/pdf": string;
                    "text/csv": string;
                };
            };
        };
    };
    sendCustomerStatement: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day of the statement, as of `getCustomerStatement`. */
                from?: components["parameters"]["FromOfCustomers"];
                /** @description The last day of the statement, as of `getCustomerStatement`. */
                to?: components["parameters"]["ToOfCustomers"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendStatement"];
            };
        };
        responses: {
            /** @description Accepted: it is done after the answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    listRecurringInvoices: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only those in this status. */
                status?: components["schemas"]["RecurringInvoiceStatus"];
                /** @description Only those for this customer; the list is empty for an unknown one. */
                customer_id?: string;
                /** @description Newest first when absent. By `next_date`, ended ones come last. */
                sort?: "created_at" | "-created_at" | "next_date" | "-next_date";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            recurring_invoices: components["schemas"]["RecurringInvoiceSummary"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createRecurringInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRecurringInvoice"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecurringInvoice"];
                    };
                };
            };
        };
    };
    getRecurringInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecurringInvoice"];
                    };
                };
            };
        };
    };
    deleteRecurringInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateRecurringInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRecurringInvoice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecurringInvoice"];
                    };
                };
            };
        };
    };
    previewRecurringInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The maximum number of dates. */
                count?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecurringInvoiceDates"];
                    };
                };
            };
        };
    };
    listInvoicesOfRecurringInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            invoices: components["schemas"]["InvoiceSummary"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    listReceivedPayments: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only those of this customer; an unknown one has none. */
                customer_id?: string;
                /** @description Came in on this day or later. */
                "paid[gte]"?: string;
                /** @description Came in on this day or earlier. */
                "paid[lte]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            payments: components["schemas"]["PaymentOfCompany"][];
                            pagination: components["schemas"]["CursorPagination"];
                        };
                    };
                };
            };
        };
    };
    importBankStatement: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportBankStatement"];
                "application/xml": string;
                "text/xml": string;
                "text/plain": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportedBankStatement"];
                    };
                };
            };
        };
    };
    listBankTransactions: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only transactions of this status. */
                status?: components["schemas"]["BankTransactionStatus"];
                /** @description Only transactions of this day or later. */
                "booked[gte]"?: string;
                /** @description Only transactions of this day or earlier. */
                "booked[lte]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            bank_transactions: components["schemas"]["BankTransaction"][];
                            pagination: components["schemas"]["CursorPagination"];
                        };
                    };
                };
            };
        };
    };
    getBankTransaction: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BankTransaction"];
                    };
                };
            };
        };
    };
    matchBankTransaction: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MatchBankTransaction"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BankTransaction"];
                    };
                };
            };
        };
    };
    unmatchBankTransaction: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnmatchBankTransaction"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BankTransaction"];
                    };
                };
            };
        };
    };
    ignoreBankTransaction: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BankTransaction"];
                    };
                };
            };
        };
    };
    getInvoicePdf: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description An earlier version as it was given out: 1 to `document_version`. */
                version?: components["parameters"]["Version"];
                /** @description `facturx`: with the electronic invoice inside (Factur-X, also called ZUGFeRD), of an issued document. */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    /** @description The SHA-256 of the file, in hexadecimal, when it is kept as it was given out. */
                    "Quoin-Document-Sha256"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    getQuotePdf: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description An earlier version as it was given out: 1 to `document_version`. */
                version?: components["parameters"]["Version"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    /** @description The SHA-256 of the file, in hexadecimal, when it is kept as it was given out. */
                    "Quoin-Document-Sha256"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    getCreditNotePdf: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description An earlier version as it was given out: 1 to `document_version`. */
                version?: components["parameters"]["Version"];
                /** @description `facturx`: with the electronic invoice inside (Factur-X, also called ZUGFeRD), of an issued document. */
                format?: components["parameters"]["Format"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    /** @description The SHA-256 of the file, in hexadecimal, when it is kept as it was given out. */
                    "Quoin-Document-Sha256"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    judgeInvoiceEInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EInvoiceVerdicts"];
                    };
                };
            };
        };
    };
    getInvoiceXml: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The syntax, and whose rules it follows; `ubl` when absent. */
                format?: components["parameters"]["FormatOfInvoices"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    /** @description The SHA-256 of the file, in hexadecimal, when it is kept as it was given out. */
                    "Quoin-Document-Sha256"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
        };
    };
    judgeCreditNoteEInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EInvoiceVerdicts"];
                    };
                };
            };
        };
    };
    getCreditNoteXml: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The syntax, and whose rules it follows; `ubl` when absent. */
                format?: components["parameters"]["FormatOfInvoices"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    /** @description The SHA-256 of the file, in hexadecimal, when it is kept as it was given out. */
                    "Quoin-Document-Sha256"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
        };
    };
    checkEInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/xml": string;
                "text/xml": string;
                "application/pdf": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EInvoiceInspection"];
                    };
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only projects in one of these, separated by commas. */
                status?: components["schemas"]["ProjectStatus"][];
                /** @description Only projects of one of these, separated by commas. */
                priority?: components["schemas"]["Priority"][];
                /** @description Only projects for this customer; an unknown one has none. */
                customer_id?: string;
                /** @description Only archived ones, or only the others; both when absent. */
                is_archived?: boolean;
                /** @description Part of the title or public id; upper and lower case, accented and plain letters are the same. */
                search?: components["parameters"]["SearchOfProjects"];
                /** @description Newest first when absent. Titles are compared as a search compares them; what has no due_date comes last. */
                sort?: "created_at" | "-created_at" | "title" | "-title" | "due_date" | "-due_date";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            projects: components["schemas"]["Project"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createProject: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProject"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    getProject: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProject"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only tasks in one of these, separated by commas. */
                status?: components["parameters"]["StatusOfTasks"];
                /** @description Only tasks of one of these, separated by commas. */
                priority?: components["parameters"]["Priority"];
                /** @description Only tasks of this user. */
                assigned_to?: string;
                /** @description Only the direct subtasks of this task; `null` selects root tasks. */
                parent_task_id?: string;
                /** @description Part of the title or public id; upper and lower case, accented and plain letters are the same. */
                search?: components["parameters"]["SearchOfProjects"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            tasks: components["schemas"]["Task"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createTask: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTask"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    getTask: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
                taskId: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
                taskId: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateTask: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
                taskId: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTask"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    listTimeEntries: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only time on this task. */
                task_id?: components["parameters"]["TaskIdOfTimeEntries"];
                /** @description Only time of this user. */
                user_id?: string;
                /** @description Only billable time, or only the other. */
                is_billable?: components["parameters"]["IsBillable"];
                /** @description Only time that is on an invoice, or only the other. */
                invoiced?: components["parameters"]["Invoiced"];
                /** @description Only time that starts on this day or later: a date (UTC), or a moment with its offset. */
                from?: components["parameters"]["FromOfTimeEntries"];
                /** @description Only time that starts on this day or earlier: a date (the whole UTC day), or a moment. */
                to?: components["parameters"]["ToOfTimeEntries"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            time_entries: components["schemas"]["TimeEntry"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    createTimeEntry: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTimeEntry"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TimeEntry"];
                    };
                };
            };
        };
    };
    getTimeEntry: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TimeEntry"];
                    };
                };
            };
        };
    };
    deleteTimeEntry: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateTimeEntry: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
                entryId: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTimeEntry"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TimeEntry"];
                    };
                };
            };
        };
    };
    invoiceProject: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvoiceProject"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
        };
    };
    exportInvoices: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day; absent: from the beginning. */
                from?: components["parameters"]["From"];
                /** @description The last day; absent: to the end. */
                to?: components["parameters"]["To"];
                /** @description Default: `csv`, a table; `jsonl`: each object whole, as one line of JSON. */
                format?: components["parameters"]["FormatOfExports"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    exportCreditNotes: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day; absent: from the beginning. */
                from?: components["parameters"]["From"];
                /** @description The last day; absent: to the end. */
                to?: components["parameters"]["To"];
                /** @description Default: `csv`, a table; `jsonl`: each object whole, as one line of JSON. */
                format?: components["parameters"]["FormatOfExports"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    exportPayments: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day; absent: from the beginning. */
                from?: components["parameters"]["From"];
                /** @description The last day; absent: to the end. */
                to?: components["parameters"]["To"];
                /** @description Default: `csv`, a table; `jsonl`: each object whole, as one line of JSON. */
                format?: components["parameters"]["FormatOfExports"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    exportTimeEntries: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day; absent: from the beginning. */
                from?: components["parameters"]["From"];
                /** @description The last day; absent: to the end. */
                to?: components["parameters"]["To"];
                /** @description Default: `csv`, a table; `jsonl`: each object whole, as one line of JSON. */
                format?: components["parameters"]["FormatOfExports"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    exportCustomers: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day; absent: from the beginning. */
                from?: components["parameters"]["From"];
                /** @description The last day; absent: to the end. */
                to?: components["parameters"]["To"];
                /** @description Default: `csv`, a table; `jsonl`: each object whole, as one line of JSON. */
                format?: components["parameters"]["FormatOfExports"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
        };
    };
    exportDatev: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day; absent: the first of the month of the last. */
                from?: components["parameters"]["FromOfExports"];
                /** @description The last day, in the same fiscal year; absent: the last of the month before this one. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The company to work in, `com_…`. */
                company_id?: components["parameters"]["CompanyIdOfEvents"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description An exact type (`invoice.paid`), a prefix (`invoice.*`), or `*`. */
                type?: string;
                /** @description Only events about this resource. */
                resource_id?: components["parameters"]["ResourceId"];
                /** @description Not before: a date (00:00 UTC), a date-time with offset, or unix seconds. */
                "created[gte]"?: string;
                /** @description Not after: a date (the day's end in UTC), a date-time with offset, or unix seconds. */
                "created[lte]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            events: components["schemas"]["Event"][];
                            pagination: components["schemas"]["CursorPagination"];
                        };
                    };
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: {
                /** @description The company to work in, `com_…`. */
                company_id?: components["parameters"]["CompanyIdOfEvents"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            event_types: components["schemas"]["EventType"][];
                        };
                    };
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description The company to work in, `com_…`. */
                company_id?: components["parameters"]["CompanyIdOfEvents"];
                /** @description Exact types (`invoice.paid`), prefixes (`invoice.*`), or `*`: one, or several separated by commas. */
                type?: string[];
                /** @description Only events about this resource. */
                resource_id?: components["parameters"]["ResourceId"];
                /** @description Start with the first event at or after: a date (00:00 UTC), a date-time with offset, or unix seconds. Ignored with a position. */
                "created[gte]"?: string;
                /** @description Start after this event, for clients that can't send the header `Last-Event-ID`, which wins; `0` starts at the first event that is stored. */
                last_event_id?: string;
            };
            header?: {
                /** @description Resume after this message: its `id`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of server-sent events. The data of each message is one `Event` as JSON; a message of the type `error` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    createTestEvent: {
        parameters: {
            query?: {
                /** @description The company to work in, `com_…`. */
                company_id?: components["parameters"]["CompanyIdOfEvents"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTestEvent"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description The company to work in, `com_…`. */
                company_id?: components["parameters"]["CompanyIdOfEvents"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            webhook_endpoints: components["schemas"]["WebhookEndpoint"][];
                        };
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only deliveries of this status. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only the delivery of this event. */
                event_id?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deliveries: components["schemas"]["WebhookDelivery"][];
                            pagination: components["schemas"]["CursorPagination"];
                        };
                    };
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: {
                /** @description The company to work in, `com_…`. */
                company_id?: components["parameters"]["CompanyIdOfEvents"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendEvent"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    listEmails: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only emails about this document. */
                resource_id?: string;
                /** @description Only emails of this status. */
                status?: components["schemas"]["EmailStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            emails: components["schemas"]["Email"][];
                            pagination: components["schemas"]["CursorPagination"];
                        };
                    };
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Answer 304 when this is still the version. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    retryEmail: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted: it is done after the answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"];
                    };
                };
            };
        };
    };
    getSandbox: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sandbox"];
                    };
                };
            };
        };
    };
    updateSandbox: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSandbox"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sandbox"];
                    };
                };
            };
        };
    };
    advanceSandbox: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AdvanceSandbox"];
            };
        };
        responses: {
            /** @description Accepted: it is done after the answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Sandbox"];
                    };
                };
            };
        };
    };
    getSignInWays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInWays"];
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    switchOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organization_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            organization_id: string;
                        };
                    };
                };
            };
        };
    };
    changeOwnEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                        };
                    };
                };
            };
        };
    };
    getWelcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            name: string;
                        };
                    };
                };
            };
        };
    };
    useWelcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                        };
                    };
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            passkeys: components["schemas"]["Passkey"][];
                        };
                    };
                };
            };
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
        };
    };
    listOwnApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            api_keys: components["schemas"]["ApiKeyDetails"][];
                            /** @description All scopes that a key may have. */
                            scopes: string[];
                        };
                    };
                };
            };
        };
    };
    createOwnApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
        };
    };
    revokeOwnApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Entries on a page. */
                limit?: number;
                /** @description `next_before` of the page before. */
                before?: number;
                /** @description Lists requests without a valid key and failed sign-ins of unknown persons instead of those of the organization. Only for owners of the first organization of the installation. */
                without_valid_key?: components["parameters"]["WithoutValidKey"];
                /** @description The method. */
                method?: components["parameters"]["Method"];
                /** @description A status from 100 to 599, or all of a kind: `2xx`, `3xx`, `4xx`, `5xx`. */
                status?: components["parameters"]["Status"];
                /** @description The key that the request came with. */
                api_key_id?: components["parameters"]["ApiKeyId"];
                /** @description The member who did it in the dashboard. */
                user_id?: components["parameters"]["UserId"];
                /** @description The company that the request was about. */
                company_id?: components["parameters"]["CompanyIdOfDashboard"];
                /** @description Only requests whose path has this text. */
                path?: components["parameters"]["Path"];
                /** @description The first moment. */
                from?: components["parameters"]["FromOfDashboard"];
                /** @description The first moment after it expires. */
                to?: components["parameters"]["ToOfDashboard"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            entries: components["schemas"]["AuditLogEntry"][];
                            pagination: {
                                limit: number;
                                has_more: boolean;
                                next_before: number | null;
                            };
                        };
                    };
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: {
                /** @description Lists requests without a valid key and failed sign-ins of unknown persons instead of those of the organization. Only for owners of the first organization of the installation. */
                without_valid_key?: components["parameters"]["WithoutValidKey"];
                /** @description The method. */
                method?: components["parameters"]["Method"];
                /** @description A status from 100 to 599, or all of a kind: `2xx`, `3xx`, `4xx`, `5xx`. */
                status?: components["parameters"]["Status"];
                /** @description The key that the request came with. */
                api_key_id?: components["parameters"]["ApiKeyId"];
                /** @description The member who did it in the dashboard. */
                user_id?: components["parameters"]["UserId"];
                /** @description The company that the request was about. */
                company_id?: components["parameters"]["CompanyIdOfDashboard"];
                /** @description Only requests whose path has this text. */
                path?: components["parameters"]["Path"];
                /** @description The first moment. */
                from?: components["parameters"]["FromOfDashboard"];
                /** @description The first moment after it expires. */
                to?: components["parameters"]["ToOfDashboard"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            members: components["schemas"]["Member"][];
                        };
                    };
                };
            };
        };
    };
    createMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    email: string;
                    /** @description `owner` and `admin` may do everything (only owners change owners), `member` reads and writes, `read_only` reads. */
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            member: components["schemas"]["Member"];
                            /** @description A one-time link for setting the password, within seven days. It is shown this once. */
                            link: string;
                        };
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: {
                /** @description Whether the API keys that the member made end. Required if there are such keys and the member is removed or gets a lower role. */
                revoke_keys?: boolean;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `owner` and `admin` may do everything (only owners change owners), `member` reads and writes, `read_only` reads. */
                    role: components["schemas"]["Role"];
                    /** @description Whether the API keys that the member made end. Required if there are such keys and the member is removed or gets a lower role. */
                    revoke_keys?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    renameSelf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    renameOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                        };
                    };
                };
            };
        };
    };
    createMemberLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description A one-time link for setting the password, within seven days. It is shown this once. */
                            link: string;
                        };
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sessions: components["schemas"]["OwnSession"][];
                        };
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description How many sessions ended. */
                            ended: number;
                        };
                    };
                };
            };
        };
    };
    getSentDelivery: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SentDelivery"];
                    };
                };
            };
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description ISO 4217 code; USD when absent. */
                    currency?: string;
                    /** @description Letters without accents, digits, `-` and `_`. */
                    invoice_prefix?: string;
                    /** @description Letters without accents, digits, `-` and `_`. */
                    quote_prefix?: string;
                    /** @description For trying things out: with a clock that can be moved. It stays one. */
                    is_sandbox?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                    };
                };
            };
        };
    };
    getOwnCompany: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CompanyDetails"];
                    };
                };
            };
        };
    };
    updateOwnCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Change only this version: the ETag of the object. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateCompany"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the object, for If-Match and If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CompanyDetails"];
                    };
                };
            };
        };
    };
    setCompanyLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The bytes of the picture in base64. */
                    image: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                    };
                };
            };
        };
    };
    deleteCompanyLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                    };
                };
            };
        };
    };
    switchModule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    module: components["schemas"]["Module"];
                    is_enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            company_id: string;
                            modules: components["schemas"]["Module"][];
                        };
                    };
                };
            };
        };
    };
    previewInvoice: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvoice"];
            };
        };
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    previewQuote: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQuote"];
            };
        };
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    previewPaper: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description How its documents look. */
                    document_template?: components["schemas"]["DocumentTemplate"];
                    /** @description Colour of its documents, `#rrggbb`; null: that of the template. */
                    accent_color?: string | null;
                    /** @description At the foot of its documents. */
                    footer?: string | null;
                    /** @description Of its documents and mails. */
                    language?: components["schemas"]["Language"];
                };
            };
        };
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description The name of the file. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Overview"];
                    };
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description What to look for. */
                q: string;
                /** @description Results of each type at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            results: components["schemas"]["SearchResult"][];
                        };
                    };
                };
            };
        };
    };
    sumReceivedPayments: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day; absent: the first of the month of the last. */
                from?: components["parameters"]["FromOfExports"];
                /** @description The last day; absent: today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReceivedSums"];
                    };
                };
            };
        };
    };
    previewInvoiceEmail: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmail"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailPreview"];
                    };
                };
            };
        };
    };
    getInvoiceReminders: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvoiceReminders"];
                    };
                };
            };
        };
    };
    getComingReminders: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ComingReminders"];
                    };
                };
            };
        };
    };
    previewReminder: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From the due date: 7 is a week after it, -3 three days before it. */
                    days: number;
                    /** @description One line; null: `mail_texts.reminder`, else the words of the language. */
                    subject?: string | null;
                    /** @description Plain text; null: as the subject. */
                    message?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailPreview"];
                    };
                };
            };
        };
    };
    previewStatementEmail: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description The first day of the statement, as of `getCustomerStatement`. */
                from?: components["parameters"]["FromOfCustomers"];
                /** @description The last day of the statement, as of `getCustomerStatement`. */
                to?: components["parameters"]["ToOfCustomers"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendStatement"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailPreview"];
                    };
                };
            };
        };
    };
    getCustomerAgeing: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomerAgeing"];
                    };
                };
            };
        };
    };
    previewQuoteEmail: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmail"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailPreview"];
                    };
                };
            };
        };
    };
    getQuoteDecision: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            decision: components["schemas"]["DecisionEvidence"] | null;
                            earlier: components["schemas"]["DecisionEvidence"][];
                        };
                    };
                };
            };
        };
    };
    previewCreditNoteEmail: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmail"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailPreview"];
                    };
                };
            };
        };
    };
    previewBankStatement: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportBankStatement"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BankStatementPreview"];
                    };
                };
            };
        };
    };
    listCompanyTasks: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only tasks in one of these, separated by commas. */
                status?: components["parameters"]["StatusOfTasks"];
                /** @description Only tasks of one of these, separated by commas. */
                priority?: components["parameters"]["Priority"];
                /** @description Only tasks of this user; `me` is the caller. */
                assigned_to?: string;
                /** @description Only tasks of this project; an unknown one has none. */
                project_id?: string;
                /** @description Part of the title or public id; upper and lower case, accented and plain letters are the same. */
                search?: components["parameters"]["SearchOfProjects"];
                /** @description Newest first when absent. `-priority` begins with the urgent ones; what has no due_date comes last. */
                sort?: "created_at" | "-created_at" | "due_date" | "-due_date" | "priority" | "-priority";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            tasks: components["schemas"]["TaskOfCompany"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    moveTask: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
                taskId: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MoveTask"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    listCompanyTimeEntries: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Objects to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The objects directly before this one, in the order of the list. */
                ending_before?: components["parameters"]["EndingBefore"];
                /** @description Only time of this project; an unknown one has none. */
                project_id?: string;
                /** @description Only time on this task. */
                task_id?: components["parameters"]["TaskIdOfTimeEntries"];
                /** @description Only time of this user; `me` is the caller. */
                user_id?: string;
                /** @description Only billable time, or only the other. */
                is_billable?: components["parameters"]["IsBillable"];
                /** @description Only time that is on an invoice, or only the other. */
                invoiced?: components["parameters"]["Invoiced"];
                /** @description Only time that starts on this day or later: a date (UTC), or a moment with its offset. */
                from?: components["parameters"]["FromOfTimeEntries"];
                /** @description Only time that starts on this day or earlier: a date (the whole UTC day), or a moment. */
                to?: components["parameters"]["ToOfTimeEntries"];
                /** @description Only running timers, or only what has ended. */
                is_running?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            time_entries: components["schemas"]["TimeEntryOfCompany"][];
                            total_minutes: number;
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
        };
    };
    getRunningTimer: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            time_entry: components["schemas"]["TimeEntryOfCompany"] | null;
                        };
                    };
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
                /** @description Objects on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description Continue with the objects directly after this one, in the order of the list. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description Whose jobs; those of the installation are for the first organization. */
                of?: "company" | "installation";
                /** @description Only jobs in this state. */
                state?: components["schemas"]["JobState"];
                /** @description Only jobs of this kind. */
                kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            jobs: components["schemas"]["Job"][];
                            sees_installation: boolean;
                            pagination: components["schemas"]["CursorPagination"];
                        };
                    };
                };
            };
        };
    };
    retryJob: {
        parameters: {
            query: {
                /** @description The company to work in, `com_…`. */
                company_id: components["parameters"]["CompanyId"];
            };
            header?: {
                /** @description Makes repeating the request safe: the first answer is kept for 24 hours and given again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
        };
    };
    onCustomerCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "customer.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Customer"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCustomerUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "customer.updated";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Customer"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCustomerDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "customer.deleted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Customer"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.updated";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.deleted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceSent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.sent";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceViewed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.viewed";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceOverdue: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.overdue";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.cancelled";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoicePaid: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.paid";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoicePartiallyPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.partially_paid";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceReminded: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "invoice.reminded";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Invoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentReceived: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "payment.received";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Payment"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentReversed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "payment.reversed";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Payment"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.updated";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.deleted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteSent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.sent";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteViewed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.viewed";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteApproved: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.approved";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.rejected";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.expired";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onQuoteConverted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "quote.converted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Quote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCreditNoteCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "credit_note.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["CreditNote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCreditNoteRefunded: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "credit_note.refunded";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["CreditNote"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRecurringInvoiceCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "recurring_invoice.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RecurringInvoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRecurringInvoiceUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "recurring_invoice.updated";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RecurringInvoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRecurringInvoiceEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "recurring_invoice.ended";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RecurringInvoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRecurringInvoiceDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "recurring_invoice.deleted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RecurringInvoice"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProjectCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "project.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Project"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProjectUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "project.updated";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Project"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProjectCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "project.completed";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Project"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProjectDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "project.deleted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Project"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "task.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Task"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "task.updated";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Task"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "task.completed";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Task"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "task.deleted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Task"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTimeEntryCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "time_entry.created";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["TimeEntry"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTimeEntryUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "time_entry.updated";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["TimeEntry"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTimeEntryDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "time_entry.deleted";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["TimeEntry"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTimerStarted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "timer.started";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["TimeEntry"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTimerStopped: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "timer.stopped";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["TimeEntry"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "webhook_endpoint.disabled";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["WebhookEndpoint"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailSent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "email.sent";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Email"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `t`, a dot and the body, with the whole secret. */
                "Quoin-Signature": components["parameters"]["QuoinSignature"];
                /** @description The id of the event (Standard Webhooks). */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix seconds of the attempt (Standard Webhooks). */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,<base64>`, once for each live secret (Standard Webhooks). */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same at each attempt: skip ids that you have handled. */
                    id: string;
                    /** @constant */
                    event: "email.failed";
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["Email"];
                    /**
                     * @description Test events are never delivered.
                     * @constant
                     */
                    test: false;
                };
            };
        };
        responses: {
            /** @description No longer wanted: the endpoint is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Arrived. Any other answer, a redirect included, is a failed attempt and is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
